import { endOfDay, type Instant, toInstant, toWall, type WallTime } from '../time.ts';
import { completed, LAST, lastBefore, type Series, startAt, startsOf, withTime } from './expand.ts';
import type { Rule } from './rule.ts';

/** A part of a series, in the same zone. */
type Part = Required<Pick<Series, 'firstStart' | 'rdates' | 'exdates'>> & Pick<Series, 'rule'>;

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
  const wallOf = (date: string): WallTime => withTime(date, firstStart);
  const startsBefore = (date: string) => toInstant(wallOf(date), zone) < at;
  const day = toWall(at, zone).slice(0, 10);
  const isBefore = (date: string) => (date.length === 10 ? date < day : startsBefore(date));
  const byRule: Series = { ...series, rdates: [], exdates: [] };
  const begun = await lastBefore(byRule, at);
  const [next] = await startsOf(byRule, at, LAST, 1);
  const last = begun?.start;
  /** A part that begins at a start by the rule; without one at its first date, of which there is at least an occurrence. */
  const part = (byRule: WallTime | undefined, dates: readonly string[], occurrence: Instant) => {
    const its = dates.length || byRule ? dates : [startAt(occurrence, series).wall.slice(0, allDay ? 10 : undefined)];
    const begin = byRule ?? its.map(wallOf).sort()[0]!;
    // A date without a time has that of the first start.
    return { firstStart: begin, rdates: begin.slice(10) === firstStart.slice(10) ? its : its.map(wallOf) };
  };
  return [
    {
      ...part(last && firstStart, rdates.filter(startsBefore), firstOfAll),
      ...(last && rule && { rule: ended(rule, last.wall, begun.place) }),
      exdates: exdates.filter(isBefore),
    },
    {
      ...part(
        next?.wall,
        rdates.filter((date) => !startsBefore(date)),
        at,
      ),
      ...(next && rule && { rule: begunLater(rule, { firstStart, begin: next.wall, passed: begun?.place ?? 0 }) }),
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
