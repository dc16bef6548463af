import { parseArgs } from 'node:util';
import { type Config, type Environment, readConfig } from './config.ts';
import { unknownVariables, VARIABLES, type Variable } from './variables.ts';
import { VERSION } from './version.ts';

/** What stands behind `--` and a name: a switch, or with `takes` a value that is called so in the help. */
export interface Option {
  readonly takes?: string;
  readonly says: string;
}

/** By name, without the dashes. */
export type Options = Readonly<Record<string, Option>>;

/** The values of options, as they were typed. */
export type Values<O extends Options> = { [K in keyof O]?: O[K] extends { takes: string } ? string : boolean };

/** What was typed behind the name of a program. */
export interface Given<O extends Options> {
  values: Values<O>;
  words: string[];
}

/** A program as its user meets it. `--help` and `--version` are options of all. */
export interface Program<O extends Options, Asked> {
  /** What to type for it, such as `npm run seed`. */
  readonly call: string;
  /** What it is for, in a few lines. */
  readonly purpose: string;
  /** The arguments of each of its uses; the empty text is a use without any. */
  readonly uses: readonly string[];
  readonly options: O;
  /** Whether it takes words that belong to no option. */
  readonly words?: true;
  /** Those it reads. */
  readonly variables: readonly Variable[];
  /** What it is asked for; a text says what is wrong, in a sentence. */
  read(given: Given<O>): Asked | string;
  /** Does it, and gives what goes to standard output. What it throws is a refusal, whose message is all that is shown. */
  run(asked: Exclude<Asked, string>): Promise<string | undefined>;
}

const COMMON = {
  help: { says: 'shows this' },
  version: { says: 'shows the version' },
} as const;

/**
 * Runs the program with the arguments of this process. Its exit code is 0 when it is done, 1 when it is refused or fails,
 * 2 when it was called wrongly: then one line on standard error says why.
 */
export async function runProgram<O extends Options, Asked>(program: Program<O, Asked>): Promise<void> {
  const given = readGiven(program, process.argv.slice(2));
  if (typeof given === 'string') return misused(program, given);
  const { help, version } = given.values as Values<typeof COMMON>;
  if (help) return print(helpOf(program));
  if (version) return print(VERSION);
  const asked = program.read(given);
  if (typeof asked === 'string') return misused(program, asked);
  try {
    const said = await program.run(asked as Exclude<Asked, string>);
    if (said !== undefined) print(said);
  } catch (error) {
    fail(1, error instanceof Error ? error.message : String(error));
  }
}

/** The configuration, after a line on standard error for each variable whose name is nearly one of ours. */
export function readSettings(env: Environment): Config {
  for (const line of unknownVariables(env)) process.stderr.write(`${line}\n`);
  return readConfig(env);
}

const print = (text: string): void => void process.stdout.write(`${text}\n`);

const misused = ({ call }: { call: string }, wrong: string): void => fail(2, `${wrong} ${call} -- --help says more.`);

function fail(code: 1 | 2, message: string): void {
  process.stderr.write(`${message.replace(/\s*\n\s*/g, ' ')}\n`);
  process.exitCode = code;
}

/** The arguments by option, or what is wrong with them. Only names of options are repeated: the rest may be secret. */
export function readGiven<O extends Options>(
  { call, options, words }: Pick<Program<O, unknown>, 'call' | 'options' | 'words'>,
  args: string[],
): Given<O> | string {
  const known: Options = { ...options, ...COMMON };
  const { values, positionals, tokens } = parseArgs({
    args,
    strict: false,
    tokens: true,
    options: Object.fromEntries(
      Object.entries(known).map(([name, { takes }]) => [name, { type: takes ? 'string' : 'boolean' } as const]),
    ),
  });
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    if (!Object.hasOwn(known, token.name)) return `There is no option ${nameOf(token.rawName)}.`;
    const wrong = wrongValue(known[token.name]!, token);
    if (wrong) return `${token.rawName} ${wrong}.`;
  }
  if (positionals.length > 0 && !words) return `${call} takes options only, and nothing besides.`;
  return { values: values as Values<O>, words: positionals };
}

function wrongValue({ takes }: Option, { value, inlineValue }: { value?: string; inlineValue?: boolean }) {
  if (!takes) return value === undefined ? undefined : 'takes no value';
  if (value === undefined) return `needs a value: ${takes}`;
  return !inlineValue && /^-./.test(value) ? `needs a value; one that begins with - stands behind a =` : undefined;
}

const nameOf = (raw: string): string => (/^--?[\w-]{1,40}$/.test(raw) ? raw : 'of that name');

function helpOf({ call, purpose, uses, options, variables }: Omit<Program<Options, unknown>, 'read' | 'run'>): string {
  const known = Object.entries({ ...options, ...COMMON } as Options);
  return [
    `Usage:\n${uses.map((use) => `  ${use ? `${call} -- ${use}` : call}`).join('\n')}`,
    purpose,
    `Options:\n${table(known.map(([name, { takes, says }]) => [`--${name}${takes ? ` ${takes}` : ''}`, says]))}`,
    `Variables:\n${table(variables.map((name) => [name, VARIABLES[name]])) || '  none'}`,
    'Exit codes:\n  0  done\n  1  refused or failed: one line on standard error says why\n  2  called wrongly: likewise',
  ].join('\n\n');
}

function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, says]) => `  ${name.padEnd(width)}  ${says}`).join('\n');
}
