/** The same items. Calls `end` after the last one, after an error, and when the consumer stops or never starts. */
export const ending = <Item>(items: AsyncGenerator<Item, void>, end: () => void): AsyncIterable<Item> => ({
  [Symbol.asyncIterator]: () => ({
    async next() {
      let isOver: boolean | undefined = true;
      try {
        const result = await items.next();
        isOver = result.done;
        return result;
      } finally {
        if (isOver) end();
      }
    },
    return() {
      end();
      return items.return();
    },
  }),
});
