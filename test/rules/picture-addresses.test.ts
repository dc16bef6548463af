import { expect, test } from 'vitest';
import { withPictureAddresses } from '../../src/domain/picture-addresses.ts';

test.each([
  ['an image', '<img alt="a" src="A">', '<img alt="a" src="[A]">'],
  ['an image without quotes', '<IMG SRC = A >', '<IMG SRC="[A]" >'],
  ['an address with references', "<img src='A?b=1&amp;c=2'/>", '<img src="[A?b=1&amp;c=2]"/>'],
  ['candidates', '<img srcset="A 1x, B,1.jpg 2x,\n C">', '<img srcset="[A] 1x, [B,1.jpg] 2x,\n [C]">'],
  ['a source of a picture', '<source srcset="A 300w">', '<source srcset="[A] 300w">'],
  ['the poster of a video', '<video src="A" poster="B">', '<video src="A" poster="[B]">'],
  ['an attribute that another one quotes', `<img alt=' src="A"' src="B">`, `<img alt=' src="A"' src="[B]">`],
])('%s has another address', (_, html, changed) => {
  expect(withPictureAddresses(html, (address) => `[${address}]`)).toBe(changed);
});

test.each(['<source src="A">', '<a href="A">A</a>', '&lt;img src="A"&gt;', '<img data-src="A">', '<img src="A"'])(
  '%s stays as it is',
  (html) => {
    expect(withPictureAddresses(html, () => 'B')).toBe(html);
  },
);

test.each([
  ['tags that do not end', '<img '],
  ['quotes that do not end', '<img "'],
  ['quotes in each other', `<img "x<img 'y`],
])('300,000 %s are read in time that grows with their number', (_, part) => {
  const html = part.repeat(300_000);
  expect(withPictureAddresses(html, () => 'B')).toBe(html);
});
