declare module 'negotiator' {
  export default class Negotiator {
    constructor(request: { headers: Record<string, string | undefined> });
    mediaType<Type extends string>(offered: readonly Type[]): Type | undefined;
    encoding<Name extends string>(offered: readonly Name[], how: { preferred: readonly string[] }): Name | undefined;
    languages(): string[];
  }
}
