/** turtle-peg: reads and writes Turtle, TriG, N-Triples and N-Quads. */
export { Reading } from "#reading";
