import { FIRST, LAST, lastBefore, type Series, startsOf, withTime } from '../recurrence/expand.ts';
import { acceptedRule, type Rule, writeRule } from '../recurrence/rule.ts';
import type { ScheduledSeries } from '../recurrence/schedule.ts';
import { startOfDay, type WallTime } from '../time.ts';
import { fixedOffset, type Instant, toInstant, toWall, wallAfter } from '../zones.ts';
import { zoneParameter, type zonesOf } from './calendar.ts';
import { contentLine } from './lines.ts';
import { compactTime } from './time-zones.ts';

/** A series as feeds and exports know it. Dates are days, moments, or what the clock of its zone shows. */
export interface SeriesSaid extends ScheduledSeries {
  /** All occurrences that start earlier are known. Absent if all are. */
  madeBefore?: string | null;
}

/** How a series is written, so that programs find exactly the occurrences that are shown. */
export interface SeriesInFile {
  /** Its first occurrence. */
  startsAt: string;
  endsAt: string;
  /** RRULE, RDATE and EXDATE. */
  repeats: { lines: readonly string[]; byClock: true };
  /** What tells an exception by its start by the rule. */
  exceptionAt(originalStartsAt: Instant): { lines: readonly string[]; byClock: false };
  /** Times in all years in which it is written. */
  times: Parameters<typeof zonesOf>[0];
}

/**
 * How a series is written of which these occurrences are shown, by their starts by the rule. All others that are known are left out. A
 * series whose beginning is not shown may begin later.
 */
export async function seriesInFile(said: SeriesSaid, shown: readonly Instant[]): Promise<SeriesInFile> {
  const { timezone: zone, allDay, madeBefore } = said;
  const [first, last] = [said.startsAt, said.endsAt].map((text) => toWall(Date.parse(text), zone)) as [string, string];
  const wallsOf = (texts: readonly string[]): WallTime[] =>
    texts.map((text) => (text.includes('T') ? toWall(Date.parse(text), zone) : text));
  const { start, lines, idLine } = await seriesLines(
    {
      firstStart: allDay ? startOfDay(first) : first,
      ...{ zone, allDay, rdates: wallsOf(said.rdates), exdates: wallsOf(said.exdates) },
      rule: acceptedRule(said.rule, { zone, allDay }),
    },
    madeBefore == null ? LAST : Date.parse(madeBefore),
    shown,
  );
  const end = toInstant(wallAfter(start.wall, first, last), zone);
  const years = new Map([start.at, ...shown].map((at) => [toWall(at, zone).slice(0, 4), at]));
  return {
    startsAt: new Date(start.at).toISOString(),
    endsAt: new Date(Math.max(start.at, end)).toISOString(),
    repeats: { lines, byClock: true },
    exceptionAt: (at) => ({ lines: [idLine(at)], byClock: false }),
    times: [...years.values()].map((at) => ({ startsAt: at, endsAt: at, zone, allDay, byClock: true })),
  };
}

/** The most starts that are looked at, and the most that are left out at the beginning, rather than to begin later. */
const [MOST, MOST_LEFT_OUT] = [10_000, 200];

async function seriesLines({ exdates = [], ...said }: Series, madeBefore: Instant, shown: readonly Instant[]) {
  // Programs do not agree on a rule that ends before it begins: some have no date then.
  const isOver = said.rule?.UNTIL !== undefined && said.rule.UNTIL < said.firstStart;
  const all = isOver ? { ...said, rule: undefined } : said;
  const { firstStart, zone, allDay, rule, rdates = [] } = all;
  const isShown = new Set(shown);
  const wallsOf = (dates: readonly string[]): WallTime[] => dates.map((date) => withTime(date, firstStart));
  const isWritten = (at: Instant) => at >= madeBefore || isShown.has(at);
  // Some programs take only these if there is no rule. One that is left out is not written: some programs would show it all the same.
  const added = wallsOf(rule ? rdates : [firstStart, ...rdates]).filter((wall) => isWritten(toInstant(wall, zone)));
  const starts = await startsOf({ ...all, rdates: added }, FIRST, madeBefore, MOST);
  const walls = new Map(starts.map(({ at, wall }) => [at, wall]));
  const wallOf = (at: Instant): WallTime => walls.get(at) ?? toWall(at, zone);
  const left = starts.findIndex(({ at }) => isShown.has(at));
  // Where it begins with a date beside its rule, the rule would count from there.
  const isLater = left > MOST_LEFT_OUT && !added.includes(starts[left]!.wall);
  const known = isLater ? starts.slice(left) : starts.filter(({ at }) => rule || isShown.has(at));
  // From here the rule counts, and added dates may come before.
  const first = { wall: firstStart, at: toInstant(firstStart, zone) };
  const start = rule && !isLater ? first : (known[0] ?? first);
  const more = shown.filter((at) => !walls.has(at)).map(wallOf);
  const later = wallsOf(exdates).filter((wall) => toInstant(wall, zone) >= madeBefore);
  const missing = known.filter(({ at }) => !isShown.has(at)).map(({ wall }) => wall);
  const line = (name: string, dates: readonly WallTime[]) => {
    const its = [...new Set(dates)].filter((wall) => !isLater || wall >= start.wall).sort();
    return its.length ? [dateLine(name, its, { zone, allDay })] : [];
  };
  // Some programs do not count what is left out.
  const isCounted = !isLater && missing.length + exdates.length === 0;
  return {
    start,
    lines: [
      ...(rule ? [contentLine('RRULE', writeRule(isCounted ? rule : await withoutCount(all, rule), all))] : []),
      ...line('RDATE', [...added, ...more]),
      ...line('EXDATE', [...missing, ...later]),
    ],
    idLine: (at: Instant) => dateLine('RECURRENCE-ID', [wallOf(at)], { zone, allDay }),
  };
}

/** The rule, if it counts, up to its last date instead. */
async function withoutCount(series: Series, { COUNT, ...rule }: Rule): Promise<Rule> {
  if (COUNT === undefined) return rule;
  return { ...rule, UNTIL: (await lastBefore(series, LAST))!.start.wall };
}

/** Dates of a series: days, or times by its clock. */
function dateLine(name: string, walls: readonly WallTime[], { zone, allDay }: Pick<Series, 'zone' | 'allDay'>) {
  if (allDay) return contentLine(`${name};VALUE=DATE`, walls.map((wall) => compactTime(wall).slice(0, 8)).join(','));
  if (fixedOffset(zone) === 0) return contentLine(name, walls.map((wall) => `${compactTime(wall)}Z`).join(','));
  return contentLine(`${name};${zoneParameter(zone)}`, walls.map(compactTime).join(','));
}
