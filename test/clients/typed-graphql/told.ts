/** Where the calendar is, who asks, and a day that nobody else makes events on. */
export interface Given {
  url: string;
  headers: Record<string, string>;
  day: string;
}

/** What a program has shown of the calendar. */
export interface Told {
  made: string;
  listed: string[];
  total: number;
  page: string | undefined;
  changed: string | undefined;
  refused: string[];
}
