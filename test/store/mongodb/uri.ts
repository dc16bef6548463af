/** MONGODB_URI with a database of its own for the tests of one file. */
export const uriOf = (file: string): string =>
  (process.env.MONGODB_URI ?? '').replace(
    /^(mongodb(?:\+srv)?:\/\/[^/?]+)(?:\/[^?]*)?/,
    `$1/test_store_${file}_${process.pid}_${Date.now()}`,
  );
