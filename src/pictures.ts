import type { Incoming } from './http/exchange.ts';
import type { Answered } from './http/steps.ts';
import { PICTURE_SIZE, pictureName } from './rules/own-pictures.ts';
import { createRandom, type Random } from './seed/random.ts';

const { width: WIDTH, height: HEIGHT } = PICTURE_SIZE;

/** Answers requests for pictures: one for every name, always the same for it.  */
export function pictureStep({ method, url }: Incoming): Answered | object {
  const name = pictureName(url.pathname);
  if (name === undefined || (method !== 'GET' && method !== 'HEAD')) return {};
  const headers = { 'Content-Type': 'image/svg+xml; charset=utf-8', 'Cache-Control': 'public, max-age=86400' };
  return { answer: { status: 200, headers, content: draw(name) } };
}

/** A landscape: a sky, a sun and three ranges of hills. */
function draw(name: string): string {
  const random = createRandom(`picture ${name}`);
  const hue = random.below(360);
  const sun = { x: random.between(120, WIDTH - 120), y: random.between(90, 260), r: random.between(40, 90) };
  const hills = [0, 1, 2].map(
    (row) => `<path fill="hsl(${hue + 40} 45% ${52 - 14 * row}%)" d="${hill(random, row)}"/>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" width="${WIDTH}" height="${HEIGHT}">
<rect width="${WIDTH}" height="${HEIGHT}" fill="hsl(${hue} 70% 82%)"/>
<circle cx="${sun.x}" cy="${sun.y}" r="${sun.r}" fill="hsl(${hue + 180} 85% 68%)"/>
${hills.join('\n')}
</svg>
`;
}

/** The outline of a range of hills, those of later rows lower and in front. */
function hill(random: Random, row: number): string {
  const height = () => 300 + 90 * row + random.between(-60, 60);
  const [left, bend, middle, swing, right] = [height(), height(), height(), height(), height()];
  return `M0 ${left}Q${WIDTH / 4} ${bend} ${WIDTH / 2} ${middle}T${WIDTH} ${right + swing - bend}V${HEIGHT}H0Z`;
}
