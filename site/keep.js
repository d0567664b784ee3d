// For the next visit, without a network. Where the address is not a safe one, browsers have no such worker.
navigator.serviceWorker?.register("offline.js").catch(() => {});
