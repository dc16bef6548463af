process.env.TZ = 'UTC';
import { createLinks } from './src/links.ts';
import { createResources } from './src/resources/services.ts';
import { openDatabase } from './src/database.ts';
import { createLog } from './src/log.ts';
const base = process.env.MONGODB_URI!;
const uri = base.replace('/?', `/bench_${process.pid}?`);
const WR = Number(process.env.WRITERS ?? 24), EACH = Number(process.env.EACH ?? 4), SAME = !!process.env.SAME;
const LINKS = createLinks({ site: 'http://127.0.0.1:4000', restRoot: '/wp-json', namespace: 'calendar/events/v1', standard: 'en' });
const make = async () => {
  const raw = await openDatabase({ mongodbUri: uri, dataDir: '' } as never, createLog('silent'));
  let runs = 0; let verbs = 0;
  const verb = (name: string) => ({ [name]: (...a: unknown[]) => { verbs++; return (raw as any)[name](...a); } });
  const store = { ...raw, ...Object.assign({}, ...['find','count','byIds','insert','update','updateMany','delete','distinct'].map(verb)), atomically: (w: any) => raw.atomically(() => { runs++; return w(); }) } as typeof raw;
  const r = createResources({ store, userExists: async () => true, damaged() {} });
  const ctx = () => { const c = { viewer: { id: 1, role: 'administrator' as const }, now: Date.parse('2026-11-20'), language: 'en' as const }; return { ...c, zone: 'UTC', embedHosts: [], links: LINKS, loaders: r.createLoaders(c) } as any; };
  return { raw, r, ctx, get: () => ({ runs, verbs }), reset: () => { runs = 0; verbs = 0; } };
};
const servers = [await make(), await make()];
const own: any[] = [];
for (let i = 0; i < WR; i++) {
  const s = servers[0]!;
  const c = await s.r.services.category.create({ name: `Cat ${i}` } as never, s.ctx());
  const v = await s.r.services.venue.create({ name: `Venue ${i}`, venue: `Venue ${i}` } as never, s.ctx());
  own.push({ categories: [{ id: c._id }], venues: [{ id: v._id }] });
}
const one = async (i: number, k: number) => { const s = servers[i % 2]!; await s.r.services.event.create({ title: `E ${i} ${k}`, startDate: `2026-12-${10 + (k % 9)} 10:00:00`, endDate: `2026-12-${10 + (k % 9)} 12:00:00`, ...own[SAME ? 0 : i] } as never, s.ctx()); };
for (let i = 0; i < WR; i++) await one(i, 0);
for (const s of servers) s.reset();
let failed = 0; const t = Date.now(); const cpu = process.cpuUsage();
const waits: number[] = [];
await Promise.all(own.map(async (_, i) => { for (let k = 1; k <= EACH; k++) { const b = Date.now(); await one(i, k).catch(() => failed++); waits.push(Date.now() - b); } }));
const u = process.cpuUsage(cpu); waits.sort((a, b) => a - b);
const runs = servers.reduce((a, s) => a + s.get().runs, 0), verbs = servers.reduce((a, s) => a + s.get().verbs, 0);
console.log(JSON.stringify({ units: WR * EACH, failed, runs, runsPerUnit: +(runs / WR / EACH).toFixed(2), verbsPerRun: +(verbs / runs).toFixed(1), cpuMs: Math.round((u.user + u.system) / 1000), wall: Date.now() - t, p50: waits[waits.length >> 1], p95: waits[Math.floor(waits.length * .95)] }));
for (const s of servers) await s.raw.close();
