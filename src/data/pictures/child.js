// Reads one picture and writes its sizes, in a process of its own: whatever a file does to the decoder ends with the process.
// Arguments: the file, its type by its bytes, the most pixels, the longest side, the most milliseconds of CPU, the folder to write to,
// and for nothing but a thumbnail its longest side. Sends one message.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';

const [path, type, mostPixels, longestSide, mostWork, folder, thumbnailSide] = process.argv.slice(2);

/** The name of each size, and its width. */
const WIDTHS = { medium: 300, medium_large: 768, large: 1200 };

/** How the original is written anew. AVIF takes too long to write, and GIF would lose colours. */
const ORIGINAL = {
  jpeg: ['jpg', (image) => image.jpeg({ quality: 90 })],
  png: ['png', (image) => image.png()],
  webp: ['webp', (image) => image.webp({ quality: 90, effort: 2 })],
  avif: ['webp', (image) => image.webp({ quality: 90, effort: 2 })],
  gif: ['png', (image) => image.png()],
};

/** The only readers that may run. */
const READERS = ['Jpeg', 'Png', 'Webp', 'Heif', 'Nsgif'].map((name) => `VipsForeignLoad${name}`);

async function loadSharp() {
  try {
    const { default: sharp } = await import('sharp');
    return sharp;
  } catch {
    return undefined;
  }
}

async function read() {
  const sharp = await loadSharp();
  if (!sharp) return { refused: 'missing' };
  sharp.concurrency(1);
  sharp.cache(false);
  sharp.block({ operation: ['VipsForeignLoad'] });
  sharp.unblock({ operation: READERS });
  // Of an animation, this reads the first frame only.
  const image = sharp(path, { limitInputPixels: Number(mostPixels), failOn: 'error', sequentialRead: true });
  const { width, height, format } = await sharp(path, { limitInputPixels: false }).metadata();
  if (width * height > Number(mostPixels) || Math.max(width, height) > Number(longestSide)) return { refused: 'large' };
  if (format !== (type === 'avif' ? 'heif' : type)) return { refused: 'broken' };
  // The colours of screens, upright, and without any metadata, such as the place.
  const upright = image.autoOrient().toColourspace('srgb');
  if (thumbnailSide) {
    const [wide, high] = [width, height].map((side) => Math.min(side, Number(thumbnailSide)));
    const cut = upright.resize({ width: wide, height: high, fit: 'cover' }).webp({ quality: 82 });
    return { full: await written(cut, 'thumbnail', 'webp'), sizes: [] };
  }
  const [extension, write] = ORIGINAL[type];
  const full = await written(write(upright.clone()), 'full', extension);
  const smaller = Object.entries(WIDTHS).filter(([, wide]) => wide < full.width);
  // Reading a large picture takes most of the time, so it is read once for all sizes.
  const { data, info } = await upright
    .resize({ width: smaller.at(-1)?.[1] ?? 1 })
    .raw()
    .toBuffer({ resolveWithObject: true });
  // Its `premultiplied` tells of the resizing: the colours of `data` are not multiplied by their opacity any more.
  const raw = { width: info.width, height: info.height, channels: info.channels };
  const widest = sharp(data, { raw });
  const sizes = [];
  for (const [name, wide] of smaller)
    sizes.push({
      name,
      ...(await written(widest.clone().resize({ width: wide }).webp({ quality: 82 }), wide, 'webp')),
    });
  return { full, sizes };
}

async function written(image, label, extension) {
  const file = `${label}.${extension}`;
  const { width, height, size: bytes } = await image.toFile(join(folder, file));
  const hash = createHash('sha256');
  await pipeline(createReadStream(join(folder, file)), hash);
  return { file, width, height, bytes, sum: hash.digest('hex') };
}

// Requests come first.
setPriority(constants.priority.PRIORITY_BELOW_NORMAL);
process.on('disconnect', () => process.exit());
// On a busy machine a plain picture takes long, too. So its work is counted, not the time.
function endInTime() {
  const { user, system } = process.cpuUsage();
  if (user + system > Number(mostWork) * 1_000) process.send({ refused: 'late' }, () => process.exit());
}
setInterval(endInTime, Math.min(Number(mostWork), 250)).unref();
const NO_ROOM = /No space left|Disk quota exceeded|ENOSPC|EDQUOT/;
const why = (error) => ({ refused: NO_ROOM.test(error) ? 'room' : 'broken' });
process.send(await read().catch(why), () => process.exit());
