import fc from 'fast-check';
import { expect, test } from 'vitest';
import { multipartOf } from '../../src/api/graphql/multipart.ts';

const EVENTS = {
  silence: ':\n\n',
  result: 'event: next\ndata: {"data":{"title":"한\u2028{}"}}\n\n',
  end: 'event: complete\ndata:\n\n',
};

const PARTS = {
  silence: '\r\nContent-Type: application/json\r\n\r\n{}\r\n--graphql',
  result: '\r\nContent-Type: application/json\r\n\r\n{"payload":{"data":{"title":"한\u2028{}"}}}\r\n--graphql',
  end: '--\r\n',
};

async function* inPieces(bytes: Uint8Array, cuts: readonly number[]): AsyncGenerator<Uint8Array> {
  const places = [0, ...cuts.map((cut) => cut % bytes.length).sort((one, other) => one - other), bytes.length];
  for (const [index, place] of places.entries()) yield bytes.subarray(place, places[index + 1] ?? place);
}

test('each event becomes its part, however the bytes are cut', () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.constantFrom('silence', 'result'), { maxLength: 4 }),
      fc.array(fc.nat(), { maxLength: 8 }),
      async (kinds, cuts) => {
        const all = [...kinds, 'end'] as const;
        const bytes = new TextEncoder().encode(all.map((kind) => EVENTS[kind]).join(''));
        let text = '';
        for await (const part of multipartOf(inPieces(bytes, cuts))) text += part;
        expect(text).toBe(`\r\n--graphql${all.map((kind) => PARTS[kind]).join('')}`);
      },
    ),
  ));
