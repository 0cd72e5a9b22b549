import { queryOptions } from '@tanstack/react-query';
import type { Address } from '@vitrine/contract/profile';
import * as endpoints from '@vitrine/contract/profile.endpoints';
import { call, type MessageResponse, send } from '../../../lib/api-client.ts';
import { type MutationCallbacks, useApiMutation } from '../../../lib/use-api-mutation.ts';

const addressKeys = { list: (userId: string) => ['addresses', userId] as const };

const PAGE_SIZE = 50;

export const addressListOptions = (userId: string) =>
  queryOptions({
    queryKey: addressKeys.list(userId),
    queryFn: ({ signal }) => call(endpoints.listAddresses, { params: { userId }, query: { dataPerPage: PAGE_SIZE }, signal }),
  });

export type AddressForm = Omit<Address, '_id'>;

const addAddress = (form: AddressForm) => send(endpoints.createAddress, { body: form });
const editAddress = (id: string, form: AddressForm) => send(endpoints.editAddress, { params: { id }, body: form });
const deleteAddress = (id: string) => send(endpoints.deleteAddress, { params: { id } });

/** Without an id, a new address. */
export const useSaveAddress = (userId: string, addressId: string | undefined) =>
  useApiMutation({
    mutate: (form: AddressForm) => (addressId ? editAddress(addressId, form) : addAddress(form)),
    invalidates: [addressKeys.list(userId)],
  });

export const useDeleteAddress = (userId: string, after: MutationCallbacks<string, MessageResponse>) =>
  useApiMutation({ mutate: (id) => deleteAddress(id), invalidates: [addressKeys.list(userId)] }, after);
