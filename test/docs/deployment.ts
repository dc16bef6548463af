import { execFile } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

const has = (command: string, ...args: string[]): Promise<boolean> =>
  run(command, args).then(
    () => true,
    () => false,
  );

async function inFolder(work: (dir: string) => Promise<unknown>): Promise<undefined> {
  const dir = mkdtempSync(join(tmpdir(), 'deploy-'));
  try {
    await work(dir);
  } finally {
    rmSync(dir, { recursive: true });
  }
}

/** The files of a deployment, each read by the program that it is for. Each gives why it was not. */
export const checkDeployment = (): [name: string, check: () => Promise<string | undefined>][] => [
  ['deploy/nginx.conf', checkNginx],
  ['deploy/Caddyfile', checkCaddy],
  ['deploy/calendar.service', checkService],
  ['compose.yaml', checkCompose],
];

async function checkNginx(): Promise<string | undefined> {
  if (!(await has('nginx', '-v'))) return 'there is no nginx';
  if (!(await has('openssl', 'version'))) return 'there is no openssl';
  return inFolder(async (dir) => {
    const [key, certificate] = [join(dir, 'key'), join(dir, 'certificate')];
    const made = ['-x509', '-newkey', 'rsa:2048', '-nodes', '-days', '1', '-subj', '/CN=calendar.example.org'];
    await run('openssl', ['req', ...made, '-keyout', key, '-out', certificate]);
    const site = readFileSync('deploy/nginx.conf', 'utf8')
      .replace('/etc/ssl/calendar.pem', certificate)
      .replace('/etc/ssl/calendar.key', key)
      // Ports below 1024 are for root.
      .replace(/listen (\[::\]:)?80;/g, 'listen $18080;')
      .replace(/listen (\[::\]:)?443 /g, 'listen $18443 ');
    writeFileSync(join(dir, 'site.conf'), site);
    const conf = `pid ${dir}/pid; error_log stderr; events {} http { access_log off; include ${dir}/site.conf; }`;
    writeFileSync(join(dir, 'nginx.conf'), conf);
    await run('nginx', ['-t', '-p', dir, '-c', join(dir, 'nginx.conf')]);
  });
}

async function checkCaddy(): Promise<string | undefined> {
  if (!(await has('caddy', 'version'))) return 'there is no caddy';
  await run('caddy', ['validate', '--adapter', 'caddyfile', '--config', 'deploy/Caddyfile']);
  return undefined;
}

async function checkService(): Promise<string | undefined> {
  if (!(await has('systemd-analyze', '--version'))) return 'there is no systemd-analyze';
  return inFolder(async (dir) => {
    const unit = join(dir, 'calendar.service');
    copyFileSync('deploy/calendar.service', unit);
    // The node of this machine may be elsewhere.
    writeFileSync(unit, readFileSync(unit, 'utf8').replace('/usr/bin/node', process.execPath));
    const { stderr } = await run('systemd-analyze', ['verify', unit]);
    const said = stderr.split('\n').filter((line) => line.includes('calendar.service'));
    if (said.length > 0) throw new Error(said.join('\n'));
  });
}

async function checkCompose(): Promise<string | undefined> {
  if (!(await has('docker', 'compose', 'version'))) return 'there is no docker compose';
  await run('docker', ['compose', 'config', '--quiet'], { env: { ...process.env, MONGODB_PASSWORD: 'secret' } });
  return undefined;
}
