import type { IncomingMessage } from 'node:http';

type Verb = 'put' | 'createMultipart' | 'putPart' | 'complete' | 'abortMultipart' | 'get' | 'head' | 'list' | 'copy' | 'delete';

/** A request to the object store, as seen by the proxy. */
export interface StoreCall {
  verb: Verb;
  key: string;
  /** Number of the part, from 1. */
  part: number | undefined;
  sizeBytes: number;
  /** Name of the process that sent the request. */
  from: string | undefined;
}

/** Environment variable whose value the AWS client adds to its User-Agent. */
export const NAME_VARIABLE = 'AWS_SDK_UA_APP_ID';
const NAME = /app\/([\w-]+)/;

export function readCall(request: IncomingMessage): StoreCall {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://store');
  const { headers } = request;
  const [, , ...parts] = pathname.split('/');
  const part = searchParams.get('partNumber');
  return {
    verb: parseVerb(request, searchParams),
    key: decodeURIComponent(parts.join('/')),
    part: part === null ? undefined : Number(part),
    sizeBytes: Number(headers['content-length'] ?? 0),
    from: NAME.exec(headers['user-agent'] ?? '')?.[1],
  };
}

function parseVerb({ method, headers }: IncomingMessage, query: URLSearchParams): Verb {
  switch (method) {
    case 'PUT':
      if (query.has('partNumber')) return 'putPart';
      return headers['x-amz-copy-source'] === undefined ? 'put' : 'copy';
    case 'POST':
      if (query.has('uploads')) return 'createMultipart';
      return query.has('delete') ? 'delete' : 'complete';
    case 'DELETE':
      return query.has('uploadId') ? 'abortMultipart' : 'delete';
    case 'HEAD':
      return 'head';
    default:
      return query.has('list-type') ? 'list' : 'get';
  }
}
