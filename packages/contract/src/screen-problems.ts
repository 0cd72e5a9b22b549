/** Problems of a screen itself. Its reports name them instead of the id of a media item. */
export const SCREEN_PROBLEMS = ['storage', 'memory', 'version', 'time zone', 'sound'] as const;
export type ScreenProblem = (typeof SCREEN_PROBLEMS)[number];

/** Problems that do not prevent any content from being shown. A lack of storage does. */
export const HARMLESS_SCREEN_PROBLEMS: readonly string[] = SCREEN_PROBLEMS.filter((name) => name !== 'storage');

interface ReportedProblem {
  mediaId: string;
}

export const isScreenProblem = ({ mediaId }: ReportedProblem): boolean => (SCREEN_PROBLEMS as readonly string[]).includes(mediaId);

/** Returns true for an item that cannot be shown and for a lack of storage. */
export const isContentProblem = ({ mediaId }: ReportedProblem): boolean => !HARMLESS_SCREEN_PROBLEMS.includes(mediaId);
