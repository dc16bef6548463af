import { PICTURE_SIZE } from '../domain/own-pictures.ts';
import { createRandom, type Random } from './seed/random.ts';

const { width: WIDTH, height: HEIGHT } = PICTURE_SIZE;

/** The colours of a picture: the background, then the shapes on it from far to near. */
interface Palette {
  ground: string;
  tones: readonly string[];
}

/** Backgrounds, each with tones that stand out on it. */
const PALETTES: readonly Palette[] = [
  '#f6e7cf #e9a15b #d1603d #7d2e3c #33202f',
  '#dcebf2 #8fbcd4 #3f7ea6 #22496b #142a42',
  '#f3dfe3 #e58fa2 #b84a6b #6a2a55 #2e1a35',
  '#e6efdc #a7c686 #5f9a5b #2f6448 #18362f',
  '#1f2440 #5b4b8a #c05c7e #f3a26d #f9e2ae',
  '#fdf1d6 #f2c14e #f0803c #a63d40 #4b2840',
  '#d9efe9 #7cc6b5 #2f8f8b #1d5a6b #152f45',
  '#ece6f5 #b9a3dc #7a5fb5 #46347f #221b45',
  '#112b33 #1f5c63 #3fa08d #b9d98a #f6f0c4',
  '#f7e3d4 #f0a58f #d35d6e #7b4b94 #2f2a55',
].map((line) => {
  const [ground, ...tones] = line.split(' ') as [string, ...string[]];
  return { ground, tones };
});

/** Draws the picture with this name as SVG. A name may begin with its motif: `rings-1`. */
export function draw(name: string): string {
  const random = createRandom(`picture ${name}`);
  const palette = random.pick(PALETTES);
  const motif = MOTIFS[motifIn(name)](random, palette.tones);
  // The position of this light differs even between pictures that are otherwise alike.
  const light = `<circle cx="${random.below(WIDTH)}" cy="${random.below(HEIGHT)}" r="${random.between(260, 420)}" fill="#fff" opacity="0.08"/>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">
<rect width="${WIDTH}" height="${HEIGHT}" fill="${palette.ground}"/>
${motif}
${light}
</svg>
`;
}

const motifIn = (name: string) => names.find((motif) => name.startsWith(`${motif}-`)) ?? 'houses';

type Draw = (random: Random, tones: readonly string[]) => string;

const many = (count: number, shape: (at: number) => string) =>
  Array.from({ length: count }, (_, at) => shape(at)).join('\n');

const toneOf = (tones: readonly string[], at: number) => tones[at % tones.length]!;

const MOTIFS = {
  rings(random, tones) {
    const [x, y] = [random.between(250, WIDTH - 250), random.between(200, HEIGHT - 180)];
    const step = random.between(52, 84);
    return many(8, (at) => `<circle cx="${x}" cy="${y}" r="${(8 - at) * step}" fill="${toneOf(tones, at)}"/>`);
  },
  ribbons(random, tones) {
    const [slope, swing] = [random.between(-160, 160), random.between(60, 150)];
    return many(5, (at) => {
      const y = 70 + at * 115;
      return `<path fill="none" stroke="${toneOf(tones, at)}" stroke-width="${random.between(46, 86)}" d="M-40 ${y}C${WIDTH / 3} ${y - swing} ${(WIDTH * 2) / 3} ${y + swing + slope} ${WIDTH + 40} ${y + slope}"/>`;
    });
  },
  beams(random, tones) {
    const stage = `<path fill="${tones.at(-1)}" d="M0 ${HEIGHT - 110}Q${WIDTH / 2} ${HEIGHT - 160} ${WIDTH} ${HEIGHT - 110}V${HEIGHT}H0Z"/>`;
    const beams = many(5, (at) => {
      const [from, to] = [80 + at * 200, random.between(100, WIDTH - 100)];
      return `<path fill="${toneOf(tones, at)}" opacity="0.55" d="M${from} -20L${to - 120} ${HEIGHT}H${to + 120}Z"/>`;
    });
    return `${beams}\n${stage}`;
  },
  bowls: (random, tones) =>
    many(9, (at) => {
      const [x, y] = [
        110 + (at % 3) * 370 + random.between(-60, 60),
        90 + Math.floor(at / 3) * 210 + random.between(-40, 40),
      ];
      const r = random.between(64, 118);
      return `<circle cx="${x}" cy="${y}" r="${r}" fill="${toneOf(tones, at)}"/><circle cx="${x}" cy="${y}" r="${Math.round(r * 0.62)}" fill="${toneOf(tones, at + 1)}"/>`;
    }),
  hills(random, tones) {
    const sun = `<circle cx="${random.between(140, WIDTH - 140)}" cy="${random.between(110, 250)}" r="${random.between(50, 95)}" fill="${tones[0]}"/>`;
    return `${sun}\n${many(3, (row) => `<path fill="${toneOf(tones, row + 1)}" d="${hill(random, row)}"/>`)}`;
  },
  houses: (random, tones) =>
    many(9, (at) => {
      const [x, width, top] = [at * 112 - 20, random.between(96, 132), random.between(140, 380)];
      const lit = many(6, (window) => {
        const [wx, wy] = [x + 20 + (window % 2) * 46, top + 36 + Math.floor(window / 2) * 62];
        return random.chance(0.6) ? `<path fill="${tones[0]}" d="M${wx} ${wy}h24v34h-24z"/>` : '';
      });
      return `<path fill="${toneOf(tones.slice(1), at)}" d="M${x} ${top}h${width}V${HEIGHT}H${x}z"/>${lit}`;
    }),
} satisfies Readonly<Record<string, Draw>>;

type Motif = keyof typeof MOTIFS;

const names = Object.keys(MOTIFS) as Motif[];

/** The outline of a range of hills. Later rows are lower and in front. */
function hill(random: Random, row: number) {
  const height = () => 300 + 90 * row + random.between(-60, 60);
  const [left, bend, middle, swing, right] = [height(), height(), height(), height(), height()];
  return `M0 ${left}Q${WIDTH / 4} ${bend} ${WIDTH / 2} ${middle}T${WIDTH} ${right + swing - bend}V${HEIGHT}H0Z`;
}
