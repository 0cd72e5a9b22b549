import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  combinationBody,
  combinationsQuery,
  masterValue,
  masterValueOrStatusBody,
  masterValuesQuery,
  posterCombination,
  posterPrice,
  priceQuery,
  statusValue,
} from './posters.ts';

export const listMasterValues = endpoint({
  method: 'GET',
  path: '/mastervalues',
  summary: 'Lists the orientations, sizes, papers, laminations, shipping options or order statuses to choose from.',
  errors: [],
  access: 'session',
  tag: 'posters',
  query: masterValuesQuery,
  result: z.array(masterValue.or(statusValue)),
});

export const listCombinations = endpoint({
  method: 'GET',
  path: '/postercombination',
  summary: 'Lists the combinations of options in which a poster can be ordered.',
  errors: [],
  access: 'session',
  tag: 'posters',
  query: combinationsQuery,
  result: z.array(posterCombination),
});

export const readPosterPrice = endpoint({
  method: 'GET',
  path: '/postercombination/get/price',
  summary: 'Returns the price of a combination of poster options.',
  errors: ['POSTER_UNAVAILABLE'],
  access: 'session',
  tag: 'posters',
  query: priceQuery,
  result: posterPrice,
});

const administered = { access: 'console', capability: 'catalogue.edit', tag: 'posters' } as const;

export const createMasterValue = endpoint({
  method: 'POST',
  path: '/mastervalues',
  summary: 'Adds a poster option, shipping option or order status.',
  errors: ['VALUE_TAKEN'],
  ...administered,
  body: masterValueOrStatusBody,
  result: masterValue.or(statusValue),
  status: 201,
});

export const editMasterValue = endpoint({
  method: 'PUT',
  path: '/mastervalues/:id',
  summary: 'Replaces a poster option, shipping option or order status.',
  errors: ['VALUE_TAKEN', 'VALUE_IN_USE', 'EDIT_CONFLICT'],
  ...administered,
  body: masterValueOrStatusBody,
  result: masterValue.or(statusValue),
});

export const deleteMasterValue = endpoint({
  method: 'DELETE',
  path: '/mastervalues/:id',
  summary: 'Deletes a poster option, shipping option or order status that is not in use.',
  errors: ['VALUE_IN_USE'],
  ...administered,
});

export const createCombination = endpoint({
  method: 'POST',
  path: '/postercombination',
  summary: 'Adds a combination of poster options with its price.',
  errors: ['VALUE_TAKEN', 'POSTER_UNAVAILABLE'],
  ...administered,
  body: combinationBody,
  result: posterCombination,
  status: 201,
});

export const editCombination = endpoint({
  method: 'PUT',
  path: '/postercombination/:id',
  summary: 'Replaces a combination of poster options and its price.',
  errors: ['VALUE_TAKEN', 'POSTER_UNAVAILABLE', 'EDIT_CONFLICT'],
  ...administered,
  body: combinationBody,
  result: posterCombination,
});

export const deleteCombination = endpoint({
  method: 'DELETE',
  path: '/postercombination/:id',
  summary: 'Deletes a combination of poster options without changing existing orders.',
  errors: [],
  ...administered,
});
