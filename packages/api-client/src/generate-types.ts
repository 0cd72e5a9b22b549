import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript';

/** Returns the types of a client of the API, as TypeScript source, from its OpenAPI document. */
export const generateTypes = async (document: object): Promise<string> => astToString(await openapiTS(document as OpenAPI3));
