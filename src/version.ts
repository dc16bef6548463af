import own from '../package.json' with { type: 'json' };

/** The version of what runs, as `package.json` has it. */
export const VERSION: string = own.version;
