// As much of Jest as N3.js's tests need: `describe` and `it` collect, and who runs them sees what fails.
import assert from "node:assert/strict";
import { assertSaysTheSame } from "./comparison.js";

/** Each test: its name, with those of the groups around it, and what runs it. */
export const tests = [];

const groups = [];

export function describe(name, body) {
  groups.push({ name, before: [], each: [] });
  body();
  groups.pop();
}

export function it(name, body) {
  const around = [...groups];
  const run = async () => {
    for (const hook of around.flatMap(({ before }) => before.splice(0))) await called(hook);
    for (const hook of [...top, ...around.flatMap(({ each }) => each)]) await called(hook);
    await called(body);
  };
  tests.push({ name: [...around.map((group) => group.name), name].join(" › "), run });
}

/** A test for each row, whose values stand in the name for `%s`. */
it.each = (rows) => (name, body) => {
  for (const row of rows) {
    const values = [row].flat();
    let at = 0;
    const withValues = name.replace(/%[sdijp]/g, () => String(values[at++]));
    it(withValues, () => body(...values));
  }
};

const top = [];
export const beforeEach = (hook) => (groups.at(-1)?.each ?? top).push(hook);
export const beforeAll = (hook) => groups.at(-1).before.push(hook);

/** Calls what a test gave, which may fail when the test has returned already: the test fails then. */
export function guarded(call) {
  const failed = fail;
  return (...values) => {
    try {
      return call(...values);
    } catch (error) {
      return failed(error);
    }
  };
}

let fail = () => {};

/** A function with a parameter is done when it calls that. */
function called(body) {
  if (body.length === 0) return body();
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error("it does not end")), 2000);
    const done = (error) => {
      clearTimeout(timer);
      if (error) reject(error);
      else resolve();
    };
    fail = done;
    try {
      body(done);
    } catch (error) {
      done(error);
    }
  });
}

const plain = (value) => (value === undefined ? value : JSON.parse(JSON.stringify(value)));

export function expect(actual) {
  return {
    // Texts of documents need not be equal.
    toBe: (expected) => (typeof expected === "string" && actual !== expected ? assertSaysTheSame(actual, expected) : assert.ok(Object.is(actual, expected), `${actual} is not ${expected}`)),
    toEqual: (expected) => assert.deepEqual(plain(actual), plain(expected)),
    toStrictEqual: (expected) => assert.deepEqual(plain(actual), plain(expected)),
    toBeDefined: () => assert.notEqual(actual, undefined),
    toBeFalsy: () => assert.ok(!actual, actual),
    toBeGreaterThan: (least) => assert.ok(actual > least),
    toBeInstanceOf: (type) => assert.ok(actual instanceof type),
    toHaveLength: (length) => assert.equal(actual.length, length),
    toHaveProperty: (name, ...value) => {
      assert.ok(name in actual);
      if (value.length > 0) assert.deepEqual(actual[name], value[0]);
    },
    toThrow: () => assert.throws(actual),
  };
}
