/** What a program has read of the calendar. */
export interface Said {
  image: string | undefined;
  venues: string[];
  found: string[] | undefined;
  changed: string | undefined;
  refused: string | undefined;
}
