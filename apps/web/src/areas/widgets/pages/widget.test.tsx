import { screen, within } from '@testing-library/react';
import type { Media } from '@vitrine/contract/media';
import { readMedia } from '@vitrine/contract/media.endpoints';
import type { WidgetSettings } from '@vitrine/contract/widgets';
import { createWidget, editWidget, readWidget } from '@vitrine/contract/widgets.endpoints';
import { expect, it } from 'vitest';
import { answerAlbum, aPhoto } from '../../../testing/album-media.ts';
import { renderApp } from '../../../testing/render-app.tsx';
import { anAlbum, signedInApi, signIn } from '../../../testing/signed-in.ts';
import { WIDGET_TEMPLATES } from '../widget-templates.ts';

const album = anAlbum();
const widget = aPhoto('Lunch', 0, { kind: 'widget' });
const saved: { name?: string; settings?: WidgetSettings }[] = [];
const save = ({ body }: { body: unknown }): { result: Media } => {
  saved.push(body as (typeof saved)[number]);
  return { result: widget };
};
const api = () => answerAlbum(signedInApi(), album, []).on(createWidget, save).on(editWidget, save);

async function openPage(address: string, fakeApi = api()) {
  signIn();
  saved.length = 0;
  return renderApp(`/main/widget${address}`, fakeApi);
}

it('shows every kind in the gallery', async () => {
  await openPage('');
  await screen.findByRole('link', { name: 'Menu board' });
  const labels = screen.getAllByRole('listitem').map((item) => within(item).queryByRole('link')?.textContent ?? '');
  for (const { label } of WIDGET_TEMPLATES) expect(labels.some((text) => text.endsWith(label))).toBe(true);
});

it('reports what is missing at the field and saves nothing', async () => {
  const { user } = await openPage('?template=quote');
  await user.click(await screen.findByRole('button', { name: 'Add to album' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Enter a title.');
  expect(screen.getByRole('textbox', { name: 'Quote' })).toBeInvalid();
  expect(saved).toEqual([]);
});

it('names a widget after its title', async () => {
  const { user } = await openPage('?template=announcement');
  await user.type(await screen.findByRole('textbox', { name: 'Title' }), 'Summer concert');
  await user.click(screen.getByRole('button', { name: 'Add to album' }));
  expect(await screen.findByText('Added to the album.')).toBeVisible();
  expect(saved).toMatchObject([{ name: 'Summer concert', settings: { type: 'slide', template: 'announcement', title: 'Summer concert' } }]);
});

it('fills a table with cells that were copied from a spreadsheet', async () => {
  const { user } = await openPage('?template=table');
  await user.click(await screen.findByRole('textbox', { name: 'Row 1, column 1' }));
  await user.paste('S1\tAirport\t12:04\nR8\tHarbour\t12:09\n');
  await user.click(screen.getByRole('button', { name: 'Add to album' }));
  await screen.findByText('Added to the album.');
  expect(saved[0]?.settings).toMatchObject({
    columns: ['', '', ''],
    rows: [
      ['S1', 'Airport', '12:04'],
      ['R8', 'Harbour', '12:09'],
    ],
  });
});

it('moves and deletes dishes of a menu', async () => {
  const { user } = await openPage('?template=menu');
  await user.type(await screen.findByRole('textbox', { name: 'Title' }), 'Lunch');
  await user.type(screen.getByRole('textbox', { name: 'Dish' }), 'Soup');
  for (const name of ['Salad', 'Cake']) {
    await user.click(screen.getByRole('button', { name: 'Add a dish' }));
    await user.type(screen.getAllByRole('textbox', { name: 'Dish' }).at(-1) ?? expect.fail(), name);
  }
  await user.click(screen.getByRole('button', { name: 'Actions for dish 3 of section 1' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Move up' }));
  await user.click(screen.getByRole('button', { name: 'Actions for dish 1 of section 1' }));
  await user.click(await screen.findByRole('menuitem', { name: 'Delete dish' }));
  await user.click(screen.getByRole('button', { name: 'Add to album' }));
  await screen.findByText('Added to the album.');
  expect(saved[0]?.settings).toMatchObject({ sections: [{ dishes: [{ name: 'Cake' }, { name: 'Salad' }] }] });
});

it('opens a widget with its settings and saves the change', async () => {
  const settings: WidgetSettings = {
    type: 'clock',
    theme: 'dark',
    face: 'digital',
    showSeconds: false,
    showDate: true,
    hours: '24',
    timeZone: null,
    label: 'Vienna',
  };
  const fakeApi = api().result(readMedia, widget).result(readWidget, { settings, pictureKey: null, source: null });
  const { user } = await openPage(`?mediaId=${widget._id}`, fakeApi);
  await user.click(await screen.findByRole('switch', { name: 'Show seconds' }));
  await user.click(screen.getByRole('button', { name: 'Save' }));
  await screen.findByText('Changes saved.');
  expect(saved).toEqual([{ name: 'Lunch', settings: { ...settings, showSeconds: true } }]);
});

it('shows why the server refuses to save and keeps what was entered', async () => {
  const { user } = await openPage('?template=announcement', api().refuse(createWidget, 'ALBUM_FULL'));
  await user.type(await screen.findByRole('textbox', { name: 'Title' }), 'Summer concert');
  await user.click(screen.getByRole('button', { name: 'Add to album' }));
  expect(await screen.findByRole('alert')).toBeVisible();
  expect(screen.getByRole('textbox', { name: 'Title' })).toHaveValue('Summer concert');
});
