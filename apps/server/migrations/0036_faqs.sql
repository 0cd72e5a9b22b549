-- Questions and their answers, as administrators keep them: on the public site and in the app.
create table faq_categories (
  id uuid primary key,
  name text not null check (char_length(name) between 2 and 30),
  -- Where its questions are shown: on the public site, in the app, or in both.
  visibility text not null check (visibility in ('faq', 'help', 'all')),
  position double precision not null,
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create unique index faq_categories_name on faq_categories (lower(name));

create table faqs (
  id uuid primary key,
  -- Without one it is shown in both places, behind the others.
  category_id uuid references faq_categories (id),
  question text not null check (char_length(question) between 1 and 120),
  -- HTML that the server has cleaned.
  answer text not null check (char_length(answer) <= 100000),
  -- The same without tags, to search in.
  answer_text text not null check (char_length(answer_text) <= 100000),
  is_visible boolean not null default true,
  position double precision not null,
  -- Counts its edits: whoever edits an older one is told.
  version integer not null default 1,
  created_at timestamptz(3) not null default now(),
  updated_at timestamptz(3) not null default now()
);
create index faqs_category on faqs (category_id, position, id);

-- Pictures in answers, copied from what an administrator uploaded: they outlive that account. One without an answer is removed after a while, with its bytes.
create table faq_pictures (
  id uuid primary key,
  faq_id uuid references faqs (id) on delete set null,
  storage_key text not null unique check (char_length(storage_key) <= 200),
  mimetype text not null check (mimetype in ('image/jpeg', 'image/webp')),
  width integer not null check (width > 0),
  height integer not null check (height > 0),
  size_bytes bigint not null check (size_bytes >= 0),
  created_at timestamptz(3) not null default now()
);
create index faq_pictures_faq on faq_pictures (faq_id);
create index faq_pictures_unused on faq_pictures (created_at) where faq_id is null;

insert into faq_categories (id, name, visibility, position) values
  (gen_random_uuid(), 'First steps', 'help', 1),
  (gen_random_uuid(), 'Pictures and videos', 'all', 2),
  (gen_random_uuid(), 'Screens', 'all', 3),
  (gen_random_uuid(), 'Sharing', 'all', 4),
  (gen_random_uuid(), 'Accounts and plans', 'all', 5);

insert into faqs (id, category_id, question, answer, answer_text, position)
select gen_random_uuid(), category.id, entry.question, entry.answer,
  trim(regexp_replace(entry.answer, '<[^>]+>', ' ', 'g')), row_number() over (order by category.position, entry.place)
from (values
  ('First steps', 1, 'How do I put pictures on a screen?',
    '<ol><li><p>Upload pictures to an album.</p></li><li><p>Make a playlist and add the album to it.</p></li><li><p>Open <strong>/screen</strong> in the browser of the screen, and add the six characters that it shows under <strong>Devices</strong>.</p></li><li><p>Publish the playlist to the device.</p></li></ol><p>What you add to the album later appears on the screen by itself.</p>'),
  ('First steps', 2, 'My device is offline. What can I do?',
    '<p>An offline screen keeps playing what it has. Check that it has power and network, then reload the page in its browser. It connects by itself within a minute, and the device shows when it was last seen.</p>'),
  ('First steps', 3, 'Where do deleted pictures go?',
    '<p>Into the bin, together with deleted albums. You can restore them for 30 days; after that they are removed for good.</p>'),
  ('First steps', 4, 'Can a camera or scanner upload by itself?',
    '<p>Yes, by FTP. Under <strong>Profile</strong>, <strong>FTP account</strong> you get an address, a name and a password. Each album is a folder, and what is put into it is added to the album.</p>'),
  ('Pictures and videos', 1, 'Which files can I upload?',
    '<p>JPEG, PNG, WebP, HEIC and AVIF pictures, and nearly every video: MP4, MOV, MKV, WebM, AVI and more. The content counts, not the file name. Pictures from an iPhone are shown the right way up, and the original is always kept.</p>'),
  ('Pictures and videos', 2, 'How large can they be?',
    '<p>Up to 5 GB for one file and for one album, 30 files at a time. An interrupted upload continues where it stopped, even after you close the laptop.</p>'),
  ('Pictures and videos', 3, 'What happens to the quality?',
    '<p>Each screen gets a version made for its size, and videos play in 720p. Your original stays as it was, and you can download it at any time.</p>'),
  ('Screens', 1, 'What do I need as a screen?',
    '<p>Anything with a browser: a television, a tablet on a shelf, a small computer behind a display. Open <strong>/screen</strong> on it, and add the six characters that it shows to your devices.</p>'),
  ('Screens', 2, 'What happens when the network goes down?',
    '<p>The screen keeps playing. It holds a verified copy of everything it shows, which survives a power cut, and it catches up when the network is back.</p>'),
  ('Screens', 3, 'Can different pictures show at different times?',
    '<p>Yes. A playlist can have a schedule: every day, on certain weekdays or once, in the screen’s time zone. Outside those times the screen returns to what it showed before.</p>'),
  ('Screens', 4, 'I gave a screen away. Can its new owner see my pictures?',
    '<p>No, once you have removed the device from your account: the screen then deletes what it holds. The characters on a screen give no access by themselves.</p>'),
  ('Sharing', 1, 'Can friends add to my albums?',
    '<p>Yes. Share an album with their email address and let them add to it. What they add appears on every screen that shows the album, and each of them can download the shared files.</p>'),
  ('Sharing', 2, 'What does a family get?',
    '<p>With the Family Plan: up to five people beside you, and albums, playlists and devices that everybody in the family shares under your plan. What members keep in their own accounts stays theirs alone.</p>'),
  ('Accounts and plans', 1, 'What is free?',
    '<p>The first 30 days: 5 GB, 10 playlists, 20 albums and one device. No card required.</p>'),
  ('Accounts and plans', 2, 'What happens when my plan ends?',
    '<p>New uploads and new devices wait until you renew it. Existing content is never hidden, stopped or deleted.</p>'),
  ('Accounts and plans', 3, 'Can I leave, with everything?',
    '<p>Yes. Download your originals, export your data from your profile, and delete the account there. You don’t need to ask anyone.</p>'),
  ('Accounts and plans', 4, 'Can I run it myself?',
    '<p>Yes. Vitrine is free software under the MIT licence and starts with one command on a laptop or a server.</p>')
) as entry (category, place, question, answer)
join faq_categories as category on category.name = entry.category;
