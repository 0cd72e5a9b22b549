/**
 * Every refusal the API can give: its HTTP status and the text a person reads.
 * Codes in capitals are the specification's (1 §8); the others are ours.
 */
export const ERRORS = {
  NO_USER_EXISTS: { status: 404, message: 'No account exists with this email address.' },
  ACCOUNT_NOT_VERIFY: { status: 403, message: 'This Account is not verified yet' },
  INCORRECT_PASSWORD: { status: 400, message: 'Incorrect Email or Password' },
  USER_DISABLED: { status: 403, message: 'Account Deactivated! Please contact admin.' },
  ACCESS_DENIED: { status: 403, message: 'You are not authourised to edit this album' },
  LINK_EXPIRED: { status: 410, message: 'Link expired' },
  EMAIL_TAKEN: { status: 409, message: 'An account with this email address already exists.' },
  UNAUTHENTICATED: { status: 401, message: 'Please sign in again.' },
  FORBIDDEN: { status: 403, message: 'You are not allowed to do this.' },
  NOT_FOUND: { status: 404, message: 'This does not exist, or is not yours.' },
  METHOD_NOT_ALLOWED: { status: 405, message: 'This address does not take this method.' },
  INVALID: { status: 422, message: 'The request is not valid.' },
  BODY_INVALID: { status: 400, message: 'The request could not be read.' },
  BODY_TOO_LARGE: { status: 413, message: 'The request is too large.' },
  TOO_MANY_REQUESTS: { status: 429, message: 'Too many requests. Please wait a moment and try again.' },
  SEAL_EXPIRED: { status: 400, message: 'Your sign-in form has expired. Please try again.' },
  PRIVACY_REQUIRED: { status: 403, message: 'Please accept the privacy agreement first.' },
  FILE_UNSUPPORTED: { status: 415, message: 'Selected file not supported' },
  FILE_EMPTY: { status: 422, message: 'The file is empty.' },
  FILE_BROKEN: { status: 422, message: 'The file is damaged and cannot be opened.' },
  FILE_TOO_LARGE: { status: 413, message: 'The file is larger than 5 GB.' },
  IMAGE_TOO_LARGE: { status: 422, message: 'The picture has too many pixels to be opened safely.' },
  QUOTA_EXCEEDED: { status: 413, message: 'There is not enough storage left for this file.' },
  ALBUM_FULL: { status: 413, message: 'The album is full: an album holds at most 5 GB.' },
  DISK_FULL: { status: 507, message: 'The server has no room for this file at the moment. Nothing was lost; try again later.' },
  TOO_MANY_FILES: { status: 422, message: 'At most 30 files can be uploaded at a time.' },
  NOT_READY: { status: 409, message: 'This is still being processed.' },
  ALBUM_DEFAULT: { status: 403, message: 'The default album cannot be renamed or deleted.' },
  ALBUM_IN_PLAYLIST: { status: 409, message: 'This album is already in the playlist.' },
  PLAYLIST_EMPTY: { status: 422, message: 'This playlist has nothing to show yet. Add an album with photos or videos first.' },
  DEVICE_UNKNOWN: { status: 404, message: 'No screen with this id is waiting. Check the id shown on the screen.' },
  DEVICE_TAKEN: { status: 409, message: 'A screen with this id has already been added.' },
  DEVICE_OFFLINE: { status: 409, message: 'This screen is offline.' },
  SCREEN_UNKNOWN: { status: 401, message: 'This screen is not known here. It has to introduce itself again.' },
  INTERNAL: { status: 500, message: 'Something went wrong on our side. It has been recorded.' },
  UNAVAILABLE: { status: 503, message: 'The service is starting or stopping. Try again in a moment.' },
} as const satisfies Record<string, { status: number; message: string }>;

export type ErrorCode = keyof typeof ERRORS;
