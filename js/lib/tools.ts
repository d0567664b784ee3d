/** turtle-peg/tools: what explains and mends. */
export { Reading } from "#tools";
