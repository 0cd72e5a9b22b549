import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  aDevice,
  anAlbum,
  aPerson,
  aPhoto,
  aPlaylist,
  aScreen,
  mailLink,
  postFile,
  signIn,
  type TestPerson,
  uploadFile,
} from '../../testing/builders.ts';
import { aJpeg } from '../../testing/media-files.ts';
import { openTestApp } from '../../testing/shared-test-app.ts';
import type { TestApp } from '../../testing/test-app.ts';

let test: TestApp;
let ana: TestPerson;
let ben: TestPerson;
beforeAll(async () => {
  test = await openTestApp();
  ana = await aPerson(test);
  ben = await aPerson(test);
});
afterAll(() => test.close());

const put = (url: string, payload: object) => test.app.inject({ method: 'PUT', url: `/api${url}`, payload });
const login = (email: string, password: string) =>
  test.app.inject({ method: 'POST', url: '/api/users/login', payload: { email, password } });
const linkBody = (link: URL, prefix: string) => ({
  key: link.searchParams.get(`${prefix}key`),
  lock: link.searchParams.get(`${prefix}lock`),
});

describe('resetting a forgotten password', () => {
  it('works once with the emailed link, and ends every session', async () => {
    const person = await aPerson(test);
    await put('/users/forgot/password', { email: person.email });
    await test.runJobs();
    const body = linkBody(mailLink(test, 'resetvfkey'), 'resetvf');
    const checked = await put('/users/email/verify', body);
    expect(checked.json()).toMatchObject({ error: false, result: { email: person.email } });
    const reset = { ...body, email: person.email, password: 'a better password' };
    expect((await put('/users/reset/password', reset)).statusCode).toBe(200);
    expect((await put('/users/reset/password', reset)).json()).toMatchObject({ code: 'LINK_EXPIRED', message: 'Link expired' });
    expect((await person.call('GET', `/users/${person.user._id}`)).statusCode).toBe(401);
    expect((await login(person.email, 'a better password')).statusCode).toBe(200);
  });

  it('has the same response for known and unknown addresses', async () => {
    const known = await put('/users/forgot/password', { email: ana.email });
    const unknown = await put('/users/forgot/password', { email: 'nobody@example.com' });
    expect(known.body).toBe(unknown.body);
  });

  it.each([
    ['', 'Email field cannot be empty'],
    ['nobody', 'Invalid email address'],
    ['@@', 'Please enter valid email'],
  ])('is refused for the address “%s”', async (email, message) => {
    expect((await put('/users/forgot/password', { email })).json()).toMatchObject({ code: 'INVALID', message });
  });

  it('is refused for another address than that of the link', async () => {
    await put('/users/forgot/password', { email: ana.email });
    await test.runJobs();
    const body = linkBody(mailLink(test, 'resetvfkey'), 'resetvf');
    const stolen = await put('/users/reset/password', { ...body, email: ben.email, password: 'a better password' });
    expect(stolen.json()).toMatchObject({ code: 'LINK_EXPIRED' });
  });

  it('refuses a short password and keeps the link valid', async () => {
    await put('/users/forgot/password', { email: ana.email });
    await test.runJobs();
    const body = linkBody(mailLink(test, 'resetvfkey'), 'resetvf');
    const short = await put('/users/reset/password', { ...body, email: ana.email, password: 'short' });
    expect(short.json()).toMatchObject({ message: 'Must be 8 or more than 8 characters' });
    expect((await put('/users/email/verify', body)).statusCode).toBe(200);
  });
});

describe('changing the password', () => {
  it('requires the old password, and ends all other sessions', async () => {
    const person = await aPerson(test);
    const elsewhere = await signIn(test, person);
    const wrong = await person.call('PUT', '/users/password', { oldPassword: 'not this', newPassword: 'a better password' });
    expect(wrong.json()).toMatchObject({ code: 'PASSWORD_CHANGE_ERROR', message: 'Please make sure your current password match' });
    const right = await person.call('PUT', '/users/password', { oldPassword: person.password, newPassword: 'a better password' });
    expect(right.statusCode).toBe(200);
    expect((await person.call('GET', `/users/${person.user._id}`)).statusCode).toBe(200);
    expect((await elsewhere.call('GET', `/users/${person.user._id}`)).statusCode).toBe(401);
  });
});

describe('the profile', () => {
  it('stores the form and returns the new state', async () => {
    const form = { name: 'Ana Maria', phoneNo: '(555)-123-4567', dateOfBirth: '1990-02-28', gender: 'female' };
    const answer = await ana.call('PUT', `/users/${ana.user._id}`, form);
    expect(answer.json()).toMatchObject({ message: 'Successfully Updated.', result: { ...form, email: ana.email } });
    const cleared = await ana.call('PUT', `/users/${ana.user._id}`, { gender: '', dateOfBirth: '' });
    expect(cleared.json()).toMatchObject({ result: { name: 'Ana Maria', gender: null, dateOfBirth: null } });
  });

  it.each([
    [{ name: 'A' }, 'Minimum 2 characters required'],
    [{ phoneNo: '12' }, 'Phone number is invalid'],
    [{ dateOfBirth: '2999-01-01' }, 'You cannot select future date'],
    [{ dateOfBirth: '1990-02-30' }, 'Please enter a valid date'],
    [{ email: 'nobody' }, 'Invalid email address'],
  ])('refuses %o', async (change, message) => {
    expect((await ana.call('PUT', `/users/${ana.user._id}`, change)).json()).toMatchObject({ code: 'INVALID', message });
  });

  it('is accessible to its owner only', async () => {
    expect((await ben.call('PUT', `/users/${ana.user._id}`, { name: 'Stolen' })).statusCode).toBe(404);
    expect((await ben.call('GET', `/users/${ana.user._id}`)).statusCode).toBe(404);
  });

  it('shows an uploaded profile picture to all signed-in accounts', async () => {
    const { key } = await uploadFile(test, ana, { name: 'me.jpg', bytes: await aJpeg({ width: 200, height: 200 }) });
    expect((await ben.call('GET', `/uploads?key=${key}&width=85`)).statusCode).toBe(404);
    expect((await ben.call('PUT', `/users/${ben.user._id}`, { profilePicture: { key } })).statusCode).toBe(404);
    const answer = await ana.call('PUT', `/users/${ana.user._id}`, { profilePicture: { key } });
    expect(answer.json()).toMatchObject({ result: { profilePicture: { key, mimetype: 'image/jpeg', name: 'me.jpg' } } });
    await expect.poll(async () => (await ben.call('GET', `/uploads?key=${key}&width=85`)).statusCode, { timeout: 5000 }).toBe(200);
  });

  it('refuses a picture of 800 KB or more', async () => {
    const large = Buffer.concat([await aJpeg(), Buffer.alloc(800_000)]);
    const uploaded = (await postFile(test, ana, { name: 'large.jpg', bytes: large })).json<{ result: { key: string }[] }>();
    const answer = await ana.call('PUT', `/users/${ana.user._id}`, { profilePicture: { key: uploaded.result[0]?.key } });
    expect(answer.json()).toMatchObject({ code: 'PICTURE_TOO_LARGE', message: 'File size should be less than 800KB' });
  });

  it('changes the address only after the new one was confirmed', async () => {
    const person = await aPerson(test);
    await person.call('PUT', `/users/${person.user._id}`, { email: 'moved@example.com', password: person.password });
    await test.runJobs();
    expect((await login(person.email, person.password)).statusCode).toBe(200);
    await put('/users/email/verify?type=create_user', linkBody(mailLink(test, 'emailvfkey'), 'emailvf'));
    expect((await login('moved@example.com', person.password)).statusCode).toBe(200);
    expect((await person.call('PUT', `/users/${person.user._id}`, { email: ana.email, password: person.password })).json()).toMatchObject({
      code: 'EMAIL_TAKEN',
    });
  });
});

describe('addresses', () => {
  const homeAddress = { street: '12 Long Lane', city: 'Portland', state: 'Oregon', zipcode: '97201', country: 'US' };

  it('are added, changed, listed and deleted by their owner only', async () => {
    const { _id } = (await ana.call('POST', '/address', homeAddress)).json<{ result: { _id: string } }>().result;
    expect((await ben.call('PUT', `/address/${_id}`, homeAddress)).statusCode).toBe(404);
    expect((await ben.call('DELETE', `/address/${_id}`)).statusCode).toBe(404);
    expect((await ben.call('GET', `/address/${ana.user._id}`)).statusCode).toBe(404);
    await ana.call('PUT', `/address/${_id}`, { ...homeAddress, city: 'Salem' });
    expect((await ana.call('GET', `/address/${ana.user._id}?dataPerPage=50`)).json()).toMatchObject({
      result: [{ city: 'Salem', country: 'US' }],
    });
    await ana.call('DELETE', `/address/${_id}`);
    expect((await ana.call('GET', `/address/${ana.user._id}`)).json()).toMatchObject({ result: [] });
  });

  it.each([
    [{ street: 'x' }, 'Address is required'],
    [{ street: '--' }, 'Address is required'],
    [{ city: 'x'.repeat(31) }, 'Too Long!'],
    [{ zipcode: '1234' }, 'Minimum 5 character is required'],
    [{ zipcode: '1234567' }, 'Maximum 6 character is required'],
    [{ zipcode: '' }, 'Zip code is required'],
    [{ zipcode: '12-45' }, 'Use only letters and digits'],
    [{ zipcode: 'AB123', country: 'US' }, 'Use only digits for an address in the USA'],
    [{ country: 'Mars' }, 'Please select country'],
  ])('refuse %o', async (fault, message) => {
    expect((await ana.call('POST', '/address', { ...homeAddress, ...fault })).json()).toMatchObject({ code: 'INVALID', message });
  });
});

describe('deleting an account', () => {
  it('requires the password, and deletes albums, bytes and screens', async () => {
    const person = await aPerson(test);
    const album = await anAlbum(person);
    await aPhoto(test, person, album._id);
    const screen = await aScreen(test);
    await aDevice(person, screen);
    expect((await person.call('DELETE', `/users/${person.user._id}`, { password: 'wrong' })).json()).toMatchObject({
      code: 'INCORRECT_PASSWORD',
    });
    expect((await ana.call('DELETE', `/users/${person.user._id}`, { password: ana.password })).statusCode).toBe(404);
    expect((await person.call('DELETE', `/users/${person.user._id}`, { password: person.password })).statusCode).toBe(200);
    await test.runJobs();
    expect((await login(person.email, person.password)).json()).toMatchObject({ code: 'NO_USER_EXISTS' });
    expect((await screen.get('/screens/manifest')).json()).toMatchObject({ result: { device: null } });
    const left = await test.db.selectFrom('files').select('id').where('owner_id', '=', person.user._id).execute();
    expect(left).toEqual([]);
  });
});

describe('the export of an account', () => {
  it('contains all stored personal data and no secret', async () => {
    const person = await aPerson(test, { name: 'Eva Exporter' });
    const album = await anAlbum(person, { name: 'Kept' });
    await aPhoto(test, person, album._id, { name: 'kept.jpg' });
    await aPlaylist(person, { name: 'Evenings' });
    await aDevice(person, await aScreen(test), { name: 'Kitchen' });
    expect((await person.call('POST', '/users/export', { password: 'wrong' })).json()).toMatchObject({ code: 'INCORRECT_PASSWORD' });
    const answer = await person.call('POST', '/users/export', { password: person.password });
    expect(answer.headers['content-disposition']).toContain('attachment');
    expect(answer.json()).toMatchObject({ account: { name: 'Eva Exporter', email: person.email } });
    expect(answer.json<{ albums: unknown[] }>().albums).toContainEqual(
      expect.objectContaining({ name: 'Kept', media: [expect.objectContaining({ file: 'kept.jpg' })] }),
    );
    expect(answer.json()).toMatchObject({
      playlists: [{ name: 'Evenings' }],
      devices: [{ name: 'Kitchen' }],
      signIns: [
        { address: expect.any(String) as string, userAgent: expect.any(String) as string, createdAt: expect.any(String) as string },
      ],
    });
    expect(answer.body).not.toMatch(/argon2|password|token/i);
  });
});
