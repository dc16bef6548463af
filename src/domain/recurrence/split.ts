import { endOfDay, type Instant, toInstant, toWall, type WallTime } from '../time.ts';
import { completed, FIRST, LAST, type Series, startsOf } from './expand.ts';
import type { Rule } from './rule.ts';

/** A part of a series, in the same zone. */
export type Part = Required<Pick<Series, 'firstStart' | 'rdates' | 'exdates'>> & Pick<Series, 'rule'>;

/**
 * Whether a series with this rule can be divided. The weeks of a year may begin in the year before, so weeks of every second year count
 * from another year if the series begins with one of these.
 */
export const isDivisible = ({ BYWEEKNO, INTERVAL }: Rule): boolean => BYWEEKNO.length === 0 || INTERVAL === 1;

/**
 * Divides a series before one of its occurrences, which is not the first. The two parts together have the same starts. The first part has
 * an end; of a rule with COUNT, each has the number that is left to it. A rule that was changed may give none of the occurrences of a
 * part: then that has the date of its first, `at` or the first of all.
 */
export async function splitAt(
  series: Series,
  { at, first: firstOfAll }: { at: Instant; first: Instant },
): Promise<readonly [before: Part, after: Part]> {
  const { firstStart, zone, allDay, rule, rdates = [], exdates = [] } = series;
  const time = firstStart.slice(10);
  const wallOf = (date: string): WallTime => (date.length === 10 ? date + time : date);
  const day = toWall(at, zone).slice(0, 10);
  const isBefore = (date: string): boolean => (date.length === 10 ? date < day : toInstant(date, zone) < at);
  const comesBefore = (date: string): boolean => toInstant(wallOf(date), zone) < at;
  const byRule: Series = { ...series, rdates: [], exdates: [] };
  const begun = await startsOf(byRule, FIRST, at, Number.POSITIVE_INFINITY);
  const [next] = await startsOf(byRule, at, LAST, 1);
  const last = begun.at(-1);
  const dateOf = (occurrence: Instant): string => toWall(occurrence, zone).slice(0, allDay ? 10 : undefined);
  const dates = (part: readonly string[], start: unknown, occurrence: Instant): readonly string[] =>
    part.length || start ? part : [dateOf(occurrence)];
  const early = dates(rdates.filter(comesBefore), last, firstOfAll);
  const late = dates(
    rdates.filter((date) => !comesBefore(date)),
    next,
    at,
  );
  const first = (part: readonly string[]): WallTime => part.map(wallOf).sort()[0]!;
  // A date without a time has that of the first start.
  const kept = (part: readonly string[], begin: WallTime): readonly string[] =>
    begin.slice(10) === time ? part : part.map(wallOf);
  const [one, other] = [last ? firstStart : first(early), next?.wall ?? first(late)];
  return [
    {
      firstStart: one,
      ...(last && rule && { rule: ended(rule, last.wall, begun.length) }),
      rdates: kept(early, one),
      exdates: exdates.filter(isBefore),
    },
    {
      firstStart: other,
      ...(next && rule && { rule: begunLater(rule, { firstStart, begin: next.wall, passed: begun.length }) }),
      rdates: kept(late, other),
      exdates: exdates.filter((date) => !isBefore(date)),
    },
  ];
}

/** The rule with its last start on this day. */
function ended({ COUNT, UNTIL: _, ...rule }: Rule, last: WallTime, starts: number): Rule {
  return COUNT === undefined ? { ...rule, UNTIL: endOfDay(last) } : { ...rule, COUNT: starts };
}

/** The rule from a later start on. It says what it left to the first start, if that of the later one differs. */
function begunLater(
  rule: Rule,
  { firstStart, begin, passed }: { firstStart: WallTime; begin: WallTime; passed: number },
) {
  const counted = rule.COUNT === undefined ? rule : { ...rule, COUNT: rule.COUNT - passed };
  const [its, later] = [completed(counted, firstStart), completed(counted, begin)];
  return JSON.stringify(its) === JSON.stringify(later) ? counted : its;
}
