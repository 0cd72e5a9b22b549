import type { MasterValue, PosterCombination, StatusValue } from '@vitrine/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listAuditEntries } from '../../testing/audit-trail.ts';
import { anAlbum, aPerson, aStoredPhoto, type TestPerson } from '../../testing/builders.ts';
import { aPosterOrder } from '../../testing/ordering.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let root: TestPerson;
beforeAll(async () => {
  test = await openTestApp();
  root = await aPerson(test);
  await test.db.updateTable('users').set({ role: 'admin' }).where('id', '=', root.user._id).execute();
});
afterAll(() => test.close());

const send = async <Result = MasterValue>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: object) =>
  (await root.call(method, url, body)).json<{ error: boolean; code?: string; message?: string; result: Result }>();
const valuesOf = async (type: string) => (await send<MasterValue[]>('GET', `/mastervalues?type=${type}`)).result;
const statuses = async () => (await send<StatusValue[]>('GET', '/mastervalues?type=order')).result;
const combinations = async () => (await send<PosterCombination[]>('GET', '/postercombination')).result;
const changesOf = async (id: string) =>
  (await listAuditEntries(test, id)).map(({ action, before, after }) => [
    action,
    before?.['price_cents'] ?? before?.['name'],
    after?.['price_cents'] ?? after?.['name'],
  ]);

describe('a poster option', () => {
  it('is added last, edited and deleted, with an audit entry each', async () => {
    const { result: created } = await send('POST', '/mastervalues', { type: 'size', name: '  8 × 10 in ', description: 'Small' });
    expect(created).toMatchObject({ type: 'size', name: '8 × 10 in', price: null });
    expect((await valuesOf('size')).at(-1)).toEqual(created);
    const edited = await send('PUT', `/mastervalues/${created._id}`, { type: 'size', name: '8 × 12 in' });
    expect(edited.result).toMatchObject({ _id: created._id, name: '8 × 12 in', description: '' });
    expect((await send('PUT', `/mastervalues/${created._id}`, { type: 'lamination', name: 'Film' })).code).toBe('NOT_FOUND');
    expect((await send('DELETE', `/mastervalues/${created._id}`)).error).toBe(false);
    expect((await send('DELETE', `/mastervalues/${created._id}`)).code).toBe('NOT_FOUND');
    expect(await changesOf(created._id)).toEqual([
      ['posterValue.create', undefined, '8 × 10 in'],
      ['posterValue.update', '8 × 10 in', '8 × 12 in'],
      ['posterValue.delete', '8 × 12 in', undefined],
    ]);
  });

  it('has a unique name, and a price for shipping', async () => {
    expect((await send('POST', '/mastervalues', { type: 'size', name: '12 × 18 in' })).code).toBe('VALUE_TAKEN');
    const shipping = { type: 'shippingus', name: 'Express' };
    expect((await send('POST', '/mastervalues', shipping)).message).toBe('Price should not be empty.');
    expect((await send('POST', '/mastervalues', { ...shipping, price: 19.99 })).result.price).toBe(19.99);
    // Other types have no price.
    expect((await send('POST', '/mastervalues', { type: 'lamination', name: 'Velvet', price: 3 })).result.price).toBeNull();
    expect((await send('POST', '/mastervalues', { type: 'size', name: '' })).message).toBe('Name should not be empty.');
  });

  it('cannot be deleted while a combination uses it', async () => {
    for (const type of ['orientation', 'size', 'paperstock', 'lamination']) {
      const [value] = await valuesOf(type);
      expect((await send('DELETE', `/mastervalues/${value?._id}`)).code).toBe('VALUE_IN_USE');
    }
  });
});

describe('a combination of poster options', () => {
  it('is created once, from one value of each type', async () => {
    const [known] = await combinations();
    if (!known) throw new Error('There are no posters');
    const body = {
      name: 'Again',
      orientationId: known.orientationId._id,
      sizeId: known.sizeId._id,
      paperStockId: known.paperStockId._id,
      laminationId: known.laminationId._id,
      price: 12.34,
    };
    expect((await send('POST', '/postercombination', body)).code).toBe('VALUE_TAKEN');
    expect((await send('POST', '/postercombination', { ...body, sizeId: body.orientationId })).code).toBe('POSTER_UNAVAILABLE');
    expect((await send('POST', '/postercombination', { ...body, price: 0 })).message).toBe('Price should not be empty.');
    const { result: size } = await send('POST', '/mastervalues', { type: 'size', name: '40 × 60 cm' });
    const created = (await send<PosterCombination>('POST', '/postercombination', { ...body, sizeId: size._id })).result;
    expect(created).toMatchObject({ name: 'Again', price: 12.34, sizeId: { name: '40 × 60 cm' } });
    expect((await send('PUT', `/postercombination/${created._id}`, body)).code).toBe('VALUE_TAKEN');
    const edited = await send<PosterCombination>('PUT', `/postercombination/${created._id}`, { ...body, sizeId: size._id, price: 15 });
    expect(edited.result).toMatchObject({ _id: created._id, price: 15 });
    expect((await send('DELETE', `/mastervalues/${size._id}`)).code).toBe('VALUE_IN_USE');
    expect((await send('DELETE', `/postercombination/${created._id}`)).error).toBe(false);
    expect((await send('DELETE', `/mastervalues/${size._id}`)).error).toBe(false);
    expect((await changesOf(created._id))[1]).toEqual(['posterCombination.update', 1234, 1500]);
  });
});

describe('an order status', () => {
  const late = { type: 'order', name: 'Late', color: '#AA0000', event: 'ordercreated', description: 'Held up', notifies: true };

  it('is added, edited and deleted while no order has it', async () => {
    const { result: newStatus } = await send<StatusValue>('POST', '/mastervalues', late);
    expect(newStatus).toMatchObject({ ...late, color: '#aa0000' });
    expect((await send('POST', '/mastervalues', late)).code).toBe('VALUE_TAKEN');
    expect((await send('PUT', `/mastervalues/${newStatus._id}`, { ...late, type: 'payment', event: 'paymentpending' })).code).toBe(
      'NOT_FOUND',
    );
    expect((await send<StatusValue>('PUT', `/mastervalues/${newStatus._id}`, { ...late, name: 'Later' })).result.name).toBe('Later');
    const ana = await aPerson(test);
    const order = await aPosterOrder(ana, { mediaId: (await aStoredPhoto(test, ana, (await anAlbum(ana))._id)).mediaId });
    expect((await send('PUT', `/orders/${order._id}/status`, { statusId: newStatus._id })).error).toBe(false);
    expect((await send('DELETE', `/mastervalues/${newStatus._id}`)).code).toBe('VALUE_IN_USE');
    const created = (await statuses()).find(({ name }) => name === 'Order created');
    await send('PUT', `/orders/${order._id}/status`, { statusId: created?._id });
    expect((await send('DELETE', `/mastervalues/${newStatus._id}`)).error).toBe(false);
    expect((await statuses()).some(({ _id }) => _id === newStatus._id)).toBe(false);
  });

  it('cannot be deleted when it is the initial status or the only one for a payment state', async () => {
    const created = (await statuses()).find(({ name }) => name === 'Order created');
    expect((await send('DELETE', `/mastervalues/${created?._id}`)).code).toBe('VALUE_IN_USE');
    for (const payment of (await statuses()).filter(({ type }) => type === 'payment')) {
      expect((await send('DELETE', `/mastervalues/${payment._id}`)).code).toBe('VALUE_IN_USE');
      const event = payment.event === 'paymentfailed' ? 'paymentpending' : 'paymentfailed';
      const { type, name, color } = payment;
      expect((await send('PUT', `/mastervalues/${payment._id}`, { type, name, color, event })).code).toBe('VALUE_IN_USE');
    }
    const other = { type: 'payment', name: 'Refused', color: '#b91c1c', event: 'paymentfailed' };
    const { result: newStatus } = await send<StatusValue>('POST', '/mastervalues', other);
    expect((await send('DELETE', `/mastervalues/${newStatus._id}`)).error).toBe(false);
  });

  it('is refused with a message about the missing field', async () => {
    const refused = async (body: object) => (await send('POST', '/mastervalues', body)).message;
    expect(await refused({ ...late, name: '' })).toBe('Name should not be empty.');
    expect(await refused({ ...late, color: 'red' })).toBe('Color should not be empty.');
    expect(await refused({ ...late, event: 'paymentfailed' })).toBe('Event should not be empty.');
    for (const event of ['', undefined]) expect(await refused({ ...late, event })).toBe('Event should not be empty.');
    for (const type of ['', undefined, 'unknown']) {
      expect(await refused({ ...late, type })).toBe('Type should not be empty.');
      expect(await refused({ type, name: '8 × 10 in' })).toBe('Type should not be empty.');
    }
    expect(await refused({ type: 'order', name: 'Late' })).toBe('Color should not be empty.');
    expect(await refused({ type: 'size' })).toBe('Name should not be empty.');
    expect(await refused({})).toBe('Type should not be empty.');
  });
});
