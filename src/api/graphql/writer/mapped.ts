/** Applies `make` to each event. The consumer can end it at any time, even before the first event. */
export function mapped<Event, Made>(
  source: AsyncIterable<Event>,
  make: (event: Event) => Promise<Made>,
): AsyncIterable<Made> {
  return {
    [Symbol.asyncIterator]() {
      const events = source[Symbol.asyncIterator]();
      return {
        async next() {
          const { done, value } = await events.next();
          return done ? { done, value: undefined } : { done: false, value: await make(value) };
        },
        async return() {
          await events.return?.();
          return { done: true, value: undefined };
        },
      };
    },
  };
}
