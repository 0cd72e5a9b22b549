import { type FastifyInstance, fastify } from 'fastify';
import { perMinute } from './endpoints.ts';
import { createPackedAsset } from './packed-text.ts';

const PREFIX = '/api/docs';

/** Page without inline scripts, because the policy of all pages refuses them. */
const PAGE = `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <meta name="color-scheme" content="light dark" />
    <title>Vitrine API</title>
    <link rel="icon" href="/favicon.svg" />
    <style>
      #reference:empty::before { content: 'Loading the API documentation…'; font: 16px system-ui; }
    </style>
  </head>
  <body>
    <noscript>This page needs JavaScript. The <a href="/api/openapi.json">OpenAPI document</a> has the same content.</noscript>
    <div id="reference"></div>
    <script src="${PREFIX}/reference.js"></script>
    <script src="${PREFIX}/start.js"></script>
  </body>
</html>
`;

/** Nothing of the reader leaves this origin: no fonts, no telemetry, no assistant, no hosted client. */
const START = `Scalar.createApiReference('#reference', ${JSON.stringify({
  url: '/api/openapi.json',
  agent: { disabled: true },
  documentDownloadType: 'json',
  hideClientButton: true,
  mcp: { disabled: true },
  operationTitleSource: 'summary',
  showDeveloperTools: 'never',
  telemetry: false,
  withDefaultFonts: false,
})});\n`;

/** Serves the pages that present the OpenAPI document: static files, made once. */
export function serveApiDocs(app: FastifyInstance): void {
  const files = {
    '': { contentType: 'text/html; charset=utf-8', cacheControl: 'no-cache', read: async () => PAGE },
    '/start.js': { contentType: 'text/javascript; charset=utf-8', cacheControl: 'no-cache', read: async () => START },
    '/reference.js': { contentType: 'text/javascript; charset=utf-8', cacheControl: 'public, max-age=86400', read: readReference },
  };
  const config = { access: 'public', rateLimit: perMinute(120) } as const;
  for (const [path, { read, ...headers }] of Object.entries(files)) {
    const make = async () => ({ ...headers, quality: 5, text: await read() });
    app.get(`${PREFIX}${path}`, { config, schema: { hide: true } }, createPackedAsset(make));
  }
}

/** Returns the script of Scalar, which is published as a string inside its Fastify plugin. */
async function readReference(): Promise<string> {
  const { default: apiReference } = await import('@scalar/fastify-api-reference');
  const app = fastify();
  await app.register(apiReference, { routePrefix: '/', configuration: { url: '/api/openapi.json' } });
  const { body, statusCode } = await app.inject('/js/scalar.js');
  await app.close();
  if (statusCode !== 200) throw new Error(`Scalar has no script at the expected address: ${statusCode}`);
  return body;
}
