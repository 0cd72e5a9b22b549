import type { Plugin } from 'vite';

/** Fields for the server's validation and documentation. The browser needs only their types. */
const DOCUMENTATION = ['tag', 'summary', 'description', 'errors', 'requestHeaders', 'responseHeaders'];
const SERVER_FIELDS = new Set(['params', 'query', 'body', 'result', 'beforeConsent', ...DOCUMENTATION]);

/**
 * The web app calls endpoints and checks nothing by their schemas, which with zod would put 27 kB into every first view.
 * So the schemas are left out of the endpoints it is built with; nothing else refers to them, and they drop out of the bundle.
 */
export function endpointsWithoutSchemas(): Plugin {
  return {
    name: 'endpoints-without-schemas',
    apply: 'build',
    transform: {
      filter: { id: /\/packages\/contract\/src\/[\w-]+\.endpoints\.ts$/ },
      handler(code) {
        let kept = '';
        let position = 0;
        for (const { start, end } of serverFieldsOf(this.parse(code, { lang: 'ts' }))) {
          kept += code.slice(position, start);
          position = code[end] === ',' ? end + 1 : end;
        }
        return { code: kept + code.slice(position), map: null };
      },
    },
  };
}

type Program = ReturnType<ThisParameterType<Extract<NonNullable<Plugin['buildStart']>, (...args: never) => unknown>>['parse']>;

/** Returns the server-only fields of each `export const name = endpoint({ … })`, in source order. */
function serverFieldsOf({ body }: Program): { start: number; end: number }[] {
  return body.flatMap((statement) => {
    if (statement.type !== 'ExportNamedDeclaration' || statement.declaration?.type !== 'VariableDeclaration') return [];
    const [declared] = statement.declaration.declarations;
    const call = declared?.init?.type === 'CallExpression' ? declared.init : undefined;
    const [fields] = call?.callee.type === 'Identifier' && call.callee.name === 'endpoint' ? call.arguments : [];
    if (fields?.type !== 'ObjectExpression') return [];
    return fields.properties.flatMap((field) => {
      const isForServer = field.type === 'Property' && field.key.type === 'Identifier' && SERVER_FIELDS.has(field.key.name);
      return isForServer ? [{ start: field.start, end: field.end }] : [];
    });
  });
}
