/**
 * Declares API endpoints as values, which the server registers and clients call, so that neither repeats a path or a type. No zod at run time, because the
 * screen's bundle imports this file.
 */
import type { z } from 'zod';
import type { Area } from './areas.ts';
import type { Capability } from './capabilities.ts';
import type { ErrorCode } from './errors.ts';

/**
 * Who may call an endpoint. `public`: anyone. `session`: a signed-in user. `bytes`: the same, but also by cookie or `token` in the query, because browsers
 * load images and streams without headers. `console`: a user of the administrators' console with the endpoint's `capability`. `screen`: a screen with its
 * secret.
 */
export type Access = 'public' | 'session' | 'bytes' | 'console' | 'screen';

/** Fields that a caller needs to build a request. */
interface Address {
  readonly method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Below /api, in the specification's spelling, with `:name` for each parameter. */
  readonly path: string;
  readonly access: Access;
  /** Required with access `console` and not allowed otherwise. */
  readonly capability?: Capability;
}

interface Schemas {
  /** Needed only when not all parameters are UUIDs. */
  readonly params?: z.ZodType;
  readonly query?: z.ZodType;
  readonly body?: z.ZodType;
  /** Schema of the envelope's `result`. Without it the response has no result. */
  readonly result?: z.ZodType;
}

/** Fields for the API's documentation. Builds of the web app drop them, and the screen's addresses do not have them. */
interface Documentation {
  /** Area of the API, a key of `AREAS`. */
  readonly tag: Area;
  /** One sentence with a third-person verb: 'Creates an album.' */
  readonly summary: string;
  /** Details that the summary leaves out. */
  readonly description?: string;
  /** Codes that are specific to the endpoint. The server adds those that follow from its access, method and limits. */
  readonly errors: readonly ErrorCode[];
  /** Descriptions of required headers of the request, by name. */
  readonly requestHeaders?: Readonly<Record<string, string>>;
  /** Descriptions of headers of a successful response, by name. */
  readonly responseHeaders?: Readonly<Record<string, string>>;
}

export interface Endpoint extends Address, Schemas, Documentation {
  /** Status of a successful response. Default: 200. */
  readonly status?: 201 | 204;
  /** The response is a file instead of an envelope, or has no body and only headers. */
  readonly answers?: 'bytes' | 'headers';
  /** Also open to signed-in users who have not accepted the privacy agreement. */
  readonly beforeConsent?: true;
  /** Scope that an API token needs, where it does not follow from the area and the method. */
  readonly scope?: string;
  /** A sensitive operation: accounts with a second factor must have confirmed the session within the last ten minutes. */
  readonly stepUp?: true;
  /** The response has an ETag and may be an empty 304. */
  readonly hasEtag?: true;
  /** The body is a form with files, or a part of one file, which is read as it arrives. */
  readonly consumes?: 'multipart/form-data' | 'application/offset+octet-stream' | 'application/cap+xml' | 'image/jpeg';
}

/* @__NO_SIDE_EFFECTS__ */
export function endpoint<const E extends Endpoint>(declared: E): E {
  return Object.freeze(declared);
}

declare const schemas: unique symbol;
/** An endpoint without its schemas at run time. The types remain. */
type SchemalessEndpoint<A extends Address = Address, S extends Schemas = Schemas> = A & { readonly [schemas]: S };

/** Declares an endpoint without schemas for bundles without zod: `endpointAddress<{ result: typeof manifest }>()({ method, path, access })`. */
/* @__NO_SIDE_EFFECTS__ */
export function endpointAddress<S extends Schemas>() {
  return <const A extends Address>(declared: A) => Object.freeze(declared) as SchemalessEndpoint<A, S>;
}

/** Adds the schemas and the documentation to an endpoint that was declared without them. */
/* @__NO_SIDE_EFFECTS__ */
export function addSchemas<A extends Address, S extends Schemas, const D extends Omit<Endpoint, keyof Address> & S>(
  declared: SchemalessEndpoint<A, S>,
  details: D,
): A & D {
  return Object.freeze({ ...declared, ...details });
}

export type AnyEndpoint = Endpoint | SchemalessEndpoint;
type Declared<E> = E extends SchemalessEndpoint<infer A, infer S> ? A & S : E;

type ParamName<Path> = Path extends `${string}:${infer Name}/${infer Rest}`
  ? Name | ParamName<`/${Rest}`>
  : Path extends `${string}:${infer Name}`
    ? Name
    : never;
/** Path parameters before validation. */
export type PathParams<Path> = Record<ParamName<Path>, string>;

/** Input is only read, so readonly values are accepted. */
type Sent<T> = T extends readonly (infer Item)[]
  ? readonly Sent<Item>[]
  : T extends object
    ? { readonly [Key in keyof T]: Sent<T[Key]> }
    : T;
/** The part of the browser's FormData that is used here. */
interface MultipartForm {
  append(name: string, value: string): void;
}

type ParamsInput<E> = E extends { path: infer Path }
  ? [ParamName<Path>] extends [never]
    ? unknown
    : { params: PathParams<Path> }
  : unknown;
type QueryInput<E> = E extends { query: infer Query extends z.ZodType }
  ? object extends z.input<Query>
    ? { query?: Sent<z.input<Query>> }
    : { query: Sent<z.input<Query>> }
  : unknown;
type BodyInput<E> = E extends { consumes: 'multipart/form-data' }
  ? { body: MultipartForm }
  : E extends { body: infer Body extends z.ZodType }
    ? { body: Sent<z.input<Body>> }
    : unknown;

/** Input of a call: `{ params, query, body }`, each if the endpoint has it. */
export type EndpointInput<E extends AnyEndpoint> = ParamsInput<Declared<E>> & QueryInput<Declared<E>> & BodyInput<Declared<E>>;

/** Content of the envelope's `result`; undefined when the endpoint declares no result. */
export type EndpointResult<E extends AnyEndpoint> =
  Declared<E> extends { result: infer Result extends z.ZodType } ? z.output<Result> : undefined;

/** Content of the envelope: returned by the server's handler and received by the caller. */
export type EndpointResponse<E extends AnyEndpoint> = { message?: string; token?: string } & (undefined extends EndpointResult<E>
  ? { result?: undefined }
  : { result: EndpointResult<E> });

export const listParamNames = (path: string): string[] => [...path.matchAll(/:(\w+)/g)].map(([, name = '']) => name);

/** Returns the path with its encoded parameters. */
export function buildPath<const E extends Pick<Address, 'path'>>({ path }: E, params: PathParams<E['path']>): string {
  const values: Record<string, string> = params;
  return path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(values[name] ?? ''));
}
