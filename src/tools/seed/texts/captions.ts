import { readWords, type Words } from './words.ts';

/** The motifs of drawn pictures. */
export type Motif = keyof typeof CAPTIONS;

/** Alternative texts for them. */
const CAPTIONS = {
  rings: readWords('Rings of colour around a point | 한 점을 둘러싼 색 고리 | Anillos de color en torno a un punto'),
  ribbons: readWords(
    'Ribbons of colour across a page | 종이를 가로지르는 색 띠 | Cintas de color que cruzan la página',
  ),
  beams: readWords('Beams of light over a stage | 무대 위로 쏟아지는 빛줄기 | Haces de luz sobre un escenario'),
  bowls: readWords('Round shapes on a table | 탁자 위의 둥근 모양들 | Formas redondas sobre una mesa'),
  hills: readWords('Hills under a low sun | 낮은 해 아래의 언덕 | Colinas bajo un sol bajo'),
  houses: readWords('Windows of a city in the evening | 저녁 도시의 창문들 | Ventanas de una ciudad al anochecer'),
} satisfies Readonly<Record<string, Words>>;

/** The motif of each subject, in the order of the top-level categories. */
const MOTIFS: readonly Motif[] = [
  ...(['rings', 'ribbons', 'beams', 'beams', 'bowls', 'bowls'] as const),
  ...(['hills', 'hills', 'houses', 'houses', 'houses', 'ribbons'] as const),
];

/** The motif of a subject, by its index. */
export const motifOf = (subject: number): Motif => MOTIFS[subject % MOTIFS.length]!;

/** The alternative text for pictures of a subject. */
export const captionsOf = (subject: number): Words => CAPTIONS[motifOf(subject)];
