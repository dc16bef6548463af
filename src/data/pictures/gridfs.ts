import { createReadStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { type Db, GridFSBucket, ObjectId } from 'mongodb';
import type { PictureFiles } from './port.ts';

/** The collections are `pictures.files` and `pictures.chunks`. */
const BUCKET = 'pictures';

/** The field that `touch` writes. GridFS has a date of its own, which nothing else may change. */
const TOUCHED = 'metadata.touched';

/** An id of GridFS as text: the name of what was never finished. */
const ID = /^[0-9a-f]{24}$/;

type Guarded = <T>(work: () => Promise<T>) => Promise<T>;

/** Pictures in GridFS, which all servers share. Of two servers that put the same file at once, both may; `delete` takes both. */
export function gridfsPictures(db: Db, guarded: Guarded): PictureFiles {
  const bucket = new GridFSBucket(db, { bucketName: BUCKET });
  const files = db.collection(`${BUCKET}.files`);
  const chunks = db.collection(`${BUCKET}.chunks`);

  const touch = (name: string) =>
    guarded(async () => {
      const found = await files.updateOne({ filename: name }, { $set: { [TOUCHED]: Date.now() } });
      return found.matchedCount > 0;
    });

  return {
    touch,
    async put(name, path) {
      if (await touch(name)) return;
      await guarded(() =>
        pipeline(createReadStream(path), bucket.openUploadStream(name, { metadata: { touched: Date.now() } })),
      );
    },
    open: (name) =>
      guarded(async () => {
        const [file] = await bucket.find({ filename: name }).limit(1).toArray();
        if (!file) return undefined;
        const { _id, length } = file;
        return {
          bytes: length,
          read: (first, last) => bucket.openDownloadStream(_id, { start: first, end: last + 1 }),
        };
      }),
    delete: (name) =>
      guarded(async () => {
        const ids = ID.test(name)
          ? [new ObjectId(name)]
          : (await bucket.find({ filename: name }).toArray()).map(({ _id }) => _id);
        const of = { files_id: { $in: ids } };
        // Without this, a reader would find a file without content.
        await files.deleteMany({ _id: { $in: ids } });
        const { deletedCount } = await chunks.deleteMany(of);
        return ID.test(name) ? deletedCount > 0 : ids.length > 0;
      }),
    async *list() {
      for await (const { filename, length, uploadDate, metadata } of bucket.find())
        yield { name: filename, bytes: length, at: Number(metadata?.touched ?? uploadDate.getTime()) };
      const parts = chunks.aggregate<{ _id: ObjectId; bytes: number }>([
        { $group: { _id: '$files_id', bytes: { $sum: { $binarySize: '$data' } } } },
        { $lookup: { from: `${BUCKET}.files`, localField: '_id', foreignField: '_id', as: 'file' } },
        { $match: { file: [] } },
      ]);
      for await (const { _id, bytes } of parts)
        yield { name: _id.toHexString(), bytes, at: _id.getTimestamp().getTime(), unfinished: true };
    },
    async close() {},
  };
}
