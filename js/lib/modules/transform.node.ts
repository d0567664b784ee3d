// Node's own streams, in Node.
export { Transform } from "node:stream";
