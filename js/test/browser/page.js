// Asks the worker when it is ready, and shows what it answers. What is sent before that is lost: the package's module comes first.
const worker = new Worker("worker.js", { type: "module" });
worker.onmessage = ({ data }) => {
  if (data === "ready") worker.postMessage("/document.ttl");
  else document.body.textContent = JSON.stringify(data);
};
worker.onerror = ({ message }) => (document.body.textContent = JSON.stringify({ failure: message }));
