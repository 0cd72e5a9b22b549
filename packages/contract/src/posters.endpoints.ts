import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import {
  combinationBody,
  combinationsQuery,
  masterValue,
  masterValueBody,
  masterValuesQuery,
  posterCombination,
  posterPrice,
  priceQuery,
  statusBody,
  statusValue,
} from './posters.ts';

export const listMasterValues = endpoint({
  method: 'GET',
  path: '/mastervalues',
  access: 'session',
  tag: 'posters',
  query: masterValuesQuery,
  result: z.array(masterValue.or(statusValue)),
});

export const listCombinations = endpoint({
  method: 'GET',
  path: '/postercombination',
  access: 'session',
  tag: 'posters',
  query: combinationsQuery,
  result: z.array(posterCombination),
});

export const readPrice = endpoint({
  method: 'GET',
  path: '/postercombination/get/price',
  access: 'session',
  tag: 'posters',
  query: priceQuery,
  result: posterPrice,
});

const administered = { access: 'console', capability: 'catalogue.edit', tag: 'posters' } as const;

export const createMasterValue = endpoint({
  method: 'POST',
  path: '/mastervalues',
  ...administered,
  body: masterValueBody.or(statusBody),
  result: masterValue.or(statusValue),
  status: 201,
});

/** Its type stays. */
export const editMasterValue = endpoint({
  method: 'PUT',
  path: '/mastervalues/:id',
  ...administered,
  body: masterValueBody.or(statusBody),
  result: masterValue.or(statusValue),
});

/** VALUE_IN_USE for what combinations, orders or the bank's events need. */
export const deleteMasterValue = endpoint({ method: 'DELETE', path: '/mastervalues/:id', ...administered });

export const createCombination = endpoint({
  method: 'POST',
  path: '/postercombination',
  ...administered,
  body: combinationBody,
  result: posterCombination,
  status: 201,
});

export const editCombination = endpoint({
  method: 'PUT',
  path: '/postercombination/:id',
  ...administered,
  body: combinationBody,
  result: posterCombination,
});

/** Orders keep what they were made of. */
export const deleteCombination = endpoint({ method: 'DELETE', path: '/postercombination/:id', ...administered });
