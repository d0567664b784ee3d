// The engine of the page that `turtle-lab explore` serves: its server answers, by a process for each section. `workers.js` has the same
// functions for a page without a server.

/** What the page begins with; with the grammar of a dialect, if one is named. */
export async function begin(dialect) {
  const response = await fetch(dialect ? `start/${dialect}` : "start");
  return response.json();
}

/** Asks a question. `take` is handed the answers as they come, by section, and says whether some of them are still awaited. */
export async function ask(question, take) {
  let answer = await post("ask", question);
  while (take(answer.sections)) answer = await post("more", { request: answer.request });
}

async function post(path, body) {
  const response = await fetch(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) }).catch(() => null);
  if (!response) throw new Error("the server cannot be reached; was it ended?");
  const answer = await response.json();
  if (!response.ok) throw new Error(answer.error);
  return answer;
}
