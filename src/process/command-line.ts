import { parseArgs } from 'node:util';
import { printable } from '../domain/text.ts';
import { type Config, type Environment, readConfig } from './config.ts';
import { unknownVariables, VARIABLES, type Variable } from './variables.ts';
import { VERSION } from './version.ts';

/**
 * An option of the command line: a switch, or with `takes` an option with a value, which the help calls by that name. A switch
 * may have the value `may`.
 */
interface Option {
  readonly takes?: string;
  readonly may?: string;
  readonly says: string;
}

/** Options by name, without the dashes. */
type Options = Readonly<Record<string, Option>>;

/** The values of options, as typed. */
export type Values<O extends Options> = {
  [K in keyof O]?: O[K] extends { takes: string }
    ? string
    : O[K] extends { may: infer Word }
      ? boolean | Word
      : boolean;
};

/** What was typed after a program's name. */
export interface Given<O extends Options> {
  values: Values<O>;
  words: string[];
}

/** A program's command line. All programs have `--help` and `--version`. */
export interface Program<O extends Options, Args> {
  /** How to call it, such as `npm run seed`. */
  readonly call: string;
  /** Its purpose, in a few lines. */
  readonly purpose: string;
  /** The arguments of each usage; an empty text is a usage without arguments. */
  readonly uses: readonly string[];
  readonly options: O;
  /** Whether it takes words besides options. */
  readonly words?: true;
  /** Exit codes beside 0, 1 and 2, and what they mean. A thrown `ExitError` has one of them. */
  readonly exits?: Readonly<Record<number, string>>;
  /** The environment variables it reads. */
  readonly variables: readonly Variable[];
  /** Parses the arguments. Returns a text, in a sentence, if they are wrong. */
  read(given: Given<O>): Args | string;
  /** Runs the program and returns its standard output. An error is a refusal: only its message is shown. */
  run(args: Exclude<Args, string>): Promise<string | undefined>;
}

const COMMON = {
  help: { says: 'shows this' },
  version: { says: 'shows the version' },
} as const;

/** An error that ends the program with an exit code of its own. */
export class ExitError extends Error {
  constructor(
    message: string,
    readonly exit: number,
  ) {
    super(message);
  }
}

/**
 * Runs the program with this process's arguments. Its exit code is 0 when done, 1 when refused or failed, and 2 for wrong
 * arguments; then one line on standard error says why.
 */
export async function runProgram<O extends Options, Args>(program: Program<O, Args>): Promise<void> {
  const given = readGiven(program, process.argv.slice(2));
  if (typeof given === 'string') return misused(program, given);
  const { help, version } = given.values as Values<typeof COMMON>;
  if (help) return print(helpOf(program));
  if (version) return print(VERSION);
  const args = program.read(given);
  if (typeof args === 'string') return misused(program, args);
  try {
    const said = await program.run(args as Exclude<Args, string>);
    if (said !== undefined) print(said);
  } catch (error) {
    fail(error instanceof ExitError ? error.exit : 1, error instanceof Error ? error.message : String(error));
  }
}

/** Reads the configuration, and reports likely typos of variable names on standard error, one line each. */
export function readSettings(env: Environment): Config {
  for (const line of unknownVariables(env)) process.stderr.write(`${line}\n`);
  return readConfig(env);
}

const print = (text: string): void => void process.stdout.write(`${text}\n`);

const misused = ({ call }: { call: string }, wrong: string) => fail(2, `${wrong} ${call} -- --help says more.`);

function fail(code: number, message: string) {
  process.stderr.write(`${printable(message)}\n`);
  process.exitCode = code;
}

/** The arguments by option, or what is wrong with them. Errors repeat only option names, because the rest may be secret. */
export function readGiven<O extends Options>(
  { call, options, words }: Pick<Program<O, unknown>, 'call' | 'options' | 'words'>,
  args: string[],
): Given<O> | string {
  const allOptions: Options = { ...options, ...COMMON };
  const { values, positionals, tokens } = parseArgs({
    args,
    strict: false,
    tokens: true,
    options: Object.fromEntries(
      Object.entries(allOptions).map(([name, { takes }]) => [name, { type: takes ? 'string' : 'boolean' } as const]),
    ),
  });
  for (const token of tokens) {
    if (token.kind !== 'option') continue;
    if (!Object.hasOwn(allOptions, token.name)) return `There is no option ${nameOf(token.rawName)}.`;
    const wrong = wrongValue(allOptions[token.name]!, token);
    if (wrong) return `${token.rawName} ${wrong}.`;
  }
  if (positionals.length > 0 && !words) return `${call} takes options only, and nothing besides.`;
  return { values: values as Values<O>, words: positionals };
}

function wrongValue({ takes, may }: Option, { value, inlineValue }: { value?: string; inlineValue?: boolean }) {
  if (!takes) return value === undefined || value === may ? undefined : `takes no value${may ? ` but ${may}` : ''}`;
  if (value === undefined) return `needs a value: ${takes}`;
  return !inlineValue && /^-./.test(value) ? `needs a value; one that begins with - stands behind a =` : undefined;
}

const nameOf = (raw: string) => (/^--?[\w-]{1,40}$/.test(raw) ? raw : 'of that name');

function helpOf({
  call,
  purpose,
  uses,
  options,
  variables,
  exits = {},
}: Omit<Program<Options, unknown>, 'read' | 'run'>) {
  const allOptions = Object.entries({ ...options, ...COMMON } as Options);
  return [
    `Usage:\n${uses.map((use) => `  ${use ? `${call} -- ${use}` : call}`).join('\n')}`,
    purpose,
    `Options:\n${table(allOptions.map(([name, { takes, says }]) => [`--${name}${takes ? ` ${takes}` : ''}`, says]))}`,
    `Variables:\n${table(variables.map((name) => [name, VARIABLES[name]])) || '  none'}`,
    [
      'Exit codes:\n  0  done\n  1  refused or failed: one line on standard error says why\n  2  called wrongly: likewise',
      ...Object.entries(exits).map(([code, says]) => `  ${code}  ${says}`),
    ].join('\n'),
  ].join('\n\n');
}

function table(rows: readonly (readonly [string, string])[]) {
  const width = Math.max(...rows.map(([name]) => name.length));
  return rows.map(([name, says]) => `  ${name.padEnd(width)}  ${says}`).join('\n');
}
