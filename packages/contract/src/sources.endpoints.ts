import { endpoint } from './endpoint.ts';
import { createSourceBody, editSourceBody, source, sourceDetails, sourceList, sourcesQuery } from './sources.ts';

export const listSources = endpoint({
  method: 'GET',
  path: '/sources',
  summary: 'Lists the data sources of an account by name.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'media',
  query: sourcesQuery,
  result: sourceList,
});

export const createSource = endpoint({
  method: 'POST',
  path: '/sources',
  summary: 'Creates a data source for widgets and fetches its data.',
  description: 'The data is fetched in the background. A live message with the topic `sources` follows.',
  errors: ['NOT_FOUND', 'SOURCE_LIMIT'],
  access: 'session',
  tag: 'media',
  body: createSourceBody,
  result: source,
  status: 201,
});

export const readSource = endpoint({
  method: 'GET',
  path: '/sources/:sourceId',
  summary: 'Returns a data source with its data and, for its owner, its address.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'media',
  result: sourceDetails,
});

export const editSource = endpoint({
  method: 'PUT',
  path: '/sources/:sourceId',
  summary: 'Changes a data source and fetches its data again when the address or the settings changed.',
  description: 'The kind of a data source cannot be changed.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'media',
  body: editSourceBody,
  result: source,
});

export const fetchSource = endpoint({
  method: 'POST',
  path: '/sources/:sourceId/fetch',
  summary: 'Fetches the data of a source now, at most once in 30 seconds.',
  errors: ['NOT_FOUND'],
  access: 'session',
  tag: 'media',
  result: source,
});

export const deleteSource = endpoint({
  method: 'DELETE',
  path: '/sources/:sourceId',
  summary: 'Deletes a data source that no widget uses.',
  errors: ['NOT_FOUND', 'VALUE_IN_USE'],
  access: 'session',
  tag: 'media',
});
