import { beforeEach, expect } from 'vitest';

const LONGEST = 120;

// A report must say in one line which test failed. Said where the name is written, and not by CI alone.
beforeEach(({ task }) => {
  const names = [task.name];
  for (let { suite } = task; suite; { suite } = suite) names.unshift(suite.name);
  const name = names.join(' ').trim();
  expect(name.length, `longer than ${LONGEST} characters: ${name}`).toBeLessThanOrEqual(LONGEST);
});
