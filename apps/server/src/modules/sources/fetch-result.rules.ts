import type { SourceDocument } from '@vitrine/contract/sources';
import { AppError } from '../../platform/errors.ts';
import { ToolError } from '../../platform/media-tools/tool-child.ts';
import { FetchError } from '../../platform/sources/fetch-error.ts';

const UNREADABLE = 'The data at this address can’t be read. Check the address.';
/** The address of the weather service is a constant of the server, which the owner can’t correct. */
const WEATHER_FAILURE = 'The weather service can’t be reached at the moment. We’ll try again.';
const MAX_LENGTH = 300;

/** Returns the sentence that the owner reads when a fetch failed; undefined when the error is a fault of this server. */
export function describeFailure(error: unknown, kind: SourceDocument['kind']): string | undefined {
  if (kind === 'weather' && (error instanceof ToolError || error instanceof FetchError)) return WEATHER_FAILURE;
  if (error instanceof ToolError) return UNREADABLE;
  if (error instanceof FetchError) return error.message.slice(0, MAX_LENGTH);
  if (error instanceof AppError && error.code === 'SOURCE_INVALID') return error.message.slice(0, MAX_LENGTH);
  return undefined;
}

export const SERVER_FAILURE = 'The data couldn’t be processed because of an error on our side. We’ve logged it and will try again.';
