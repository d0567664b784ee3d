// What a page's address holds behind its number sign: a value, as JSON, compressed, in letters that addresses have.

/** The fragment that holds a value. */
export async function fold(value) {
  const bytes = await through(new TextEncoder().encode(JSON.stringify(value)), new CompressionStream("deflate-raw"));
  return `#${bytes.toBase64?.({ alphabet: "base64url", omitPadding: true }) ?? btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join("")).replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "")}`;
}

/** The value that a fragment holds. */
export async function unfold(fragment) {
  const encoded = fragment.slice(1).replaceAll("-", "+").replaceAll("_", "/");
  const bytes = Uint8Array.from(atob(encoded), (character) => character.charCodeAt(0));
  return JSON.parse(new TextDecoder().decode(await through(bytes, new DecompressionStream("deflate-raw"))));
}

async function through(bytes, stream) {
  return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}
