import { ERRORS } from '@vitrine/contract';

/** Codes of requests that reach no endpoint. */
const BEFORE_ROUTING = [
  'ADDRESS_INVALID',
  'ADDRESS_TOO_LONG',
  'HEADERS_TOO_LARGE',
  'METHOD_NOT_ALLOWED',
  'REQUEST_TIMEOUT',
  'REQUEST_UNREADABLE',
];

const rows = Object.entries(ERRORS).map(([code, { status, message }]) => `| \`${code}\` | ${status} | ${message} |`);

/** The text that the OpenAPI document begins with, as Markdown. */
export const INTRODUCTION = `API for albums, playlists and screens.

# Responses

Every JSON response is an envelope: \`{ error, code?, message?, token?, result? }\`. When \`error\` is true, \`code\` identifies the error and
\`message\` is the text for the user. Programs should compare \`code\`.

# Authentication

Sign in with \`POST /api/users/login\` and send the token of the response in the \`authorization\` header. Browsers load pictures and videos
with the cookie that sign-in sets. Programs use an API token instead, as \`Bearer <token>\`, which is created in the profile. Screens send \`Screen <deviceId>:<secret>\`, which they receive from \`POST /api/register/device\`.

# Limits

Each account, network and screen has a request rate. A request beyond it returns 429 with \`TOO_MANY_REQUESTS\`. Wait for the seconds in
\`retry-after\`.

# Errors

Each operation lists the codes that it can return. Requests that reach no operation return ${BEFORE_ROUTING.map((code) => `\`${code}\``).join(', ')}, or
\`NOT_FOUND\` for an unknown address. Some errors have a more specific message than the one listed here.

| code | status | message |
| --- | --- | --- |
${rows.join('\n')}
`;
