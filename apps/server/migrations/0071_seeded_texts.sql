-- Plainer wording of the content that the first migrations added. Rows that were edited keep their text.
update faqs
set
  question = wording.new_question,
  answer = wording.new_answer,
  answer_text = trim(regexp_replace(wording.new_answer, '<[^>]+>', ' ', 'g')),
  version = version + 1,
  updated_at = now()
from (values
  ('How do I put pictures on a screen?', '<ol><li><p>Upload pictures to an album.</p></li><li><p>Make a playlist and add the album to it.</p></li><li><p>Open <strong>/screen</strong> in the browser of the screen, and add the six characters that it shows under <strong>Devices</strong>.</p></li><li><p>Publish the playlist to the device.</p></li></ol><p>What you add to the album later appears on the screen by itself.</p>',
    'How do I show photos on a screen?',
    '<ol><li><p>Upload photos to an album.</p></li><li><p>Create a playlist and add the album to it.</p></li><li><p>On the screen, open <strong>/screen</strong> in a browser. Then add the six-character ID it shows under <strong>Devices</strong>.</p></li><li><p>Publish the playlist to the device.</p></li></ol><p>Photos you add to the album later appear on the screen automatically.</p>'),
  ('My device is offline. What can I do?', '<p>An offline screen keeps playing what it has. Check that it has power and network, then reload the page in its browser. It connects by itself within a minute, and the device shows when it was last seen.</p>',
    'My device is offline. What can I do?',
    '<p>An offline screen keeps playing its current content. Check its power and network, then reload the page in its browser. It reconnects automatically within a minute. Under <strong>Devices</strong> you can see when it was last online.</p>'),
  ('Where do deleted pictures go?', '<p>Into the bin, together with deleted albums. You can restore them for 30 days; after that they are removed for good.</p>',
    'Where do deleted photos go?',
    '<p>They go to Trash, together with deleted albums. You can restore them for 30 days. After that, they are permanently deleted.</p>'),
  ('Can a camera or scanner upload by itself?', '<p>Yes, by FTP. Under <strong>Profile</strong>, <strong>FTP account</strong> you get an address, a name and a password. Each album is a folder, and what is put into it is added to the album.</p>',
    'Can a camera or scanner upload automatically?',
    '<p>Yes, by FTP. Under <strong>Profile</strong>, <strong>FTP Account</strong> you get an address, a user name and a password. Each album is a folder. Files you upload to a folder are added to the album.</p>'),
  ('Which files can I upload?', '<p>JPEG, PNG, WebP, HEIC and AVIF pictures, and nearly every video: MP4, MOV, MKV, WebM, AVI and more. The content counts, not the file name. Pictures from an iPhone are shown the right way up, and the original is always kept.</p>',
    'Which files can I upload?',
    '<p>JPEG, PNG, WebP, HEIC and AVIF photos and most videos, including MP4, MOV, MKV, WebM and AVI. The file’s content matters, not its name. iPhone photos are shown the right way up, and originals are always kept.</p>'),
  ('How large can they be?', '<p>Up to 5 GB for one file and for one album, 30 files at a time. An interrupted upload continues where it stopped, even after you close the laptop.</p>',
    'How large can files be?',
    '<p>A file or an album can be up to 5 GB. You can upload up to 30 files at a time. Interrupted uploads continue where they stopped, even if you close your laptop.</p>'),
  ('What happens to the quality?', '<p>Each screen gets a version made for its size, and videos play in 720p. Your original stays as it was, and you can download it at any time.</p>',
    'What happens to the quality?',
    '<p>Each screen gets a version for its size, and videos play in 720p. Your originals don’t change, and you can download them at any time.</p>'),
  ('What do I need as a screen?', '<p>Anything with a browser: a television, a tablet on a shelf, a small computer behind a display. Open <strong>/screen</strong> on it, and add the six characters that it shows to your devices.</p>',
    'What do I need as a screen?',
    '<p>Anything with a browser: a TV, a tablet on a shelf or a small computer behind a display. Open <strong>/screen</strong> on it and add the six-character ID it shows to your devices.</p>'),
  ('What happens when the network goes down?', '<p>The screen keeps playing. It holds a verified copy of everything it shows, which survives a power cut, and it catches up when the network is back.</p>',
    'What happens when the network goes down?',
    '<p>The screen keeps playing. It stores a copy of everything it shows, even after a power cut, and updates when the network is back.</p>'),
  ('Can different pictures show at different times?', '<p>Yes. A playlist can have a schedule: every day, on certain weekdays or once, in the screen’s time zone. Outside those times the screen returns to what it showed before.</p>',
    'Can I show different photos at different times?',
    '<p>Yes. A playlist can have a schedule: every day, on certain weekdays or once, in the screen’s time zone. Outside those times the screen returns to what it showed before.</p>'),
  ('I gave a screen away. Can its new owner see my pictures?', '<p>No, once you have removed the device from your account: the screen then deletes what it holds. The characters on a screen give no access by themselves.</p>',
    'I gave a screen away. Can the new owner see my photos?',
    '<p>Not if you delete the device from your account first. The screen then deletes its content. The ID shown on a screen doesn’t give access to anything.</p>'),
  ('Can friends add to my albums?', '<p>Yes. Share an album with their email address and let them add to it. What they add appears on every screen that shows the album, and each of them can download the shared files.</p>',
    'Can friends add to my albums?',
    '<p>Yes. Share an album by email and choose “can edit”. Photos they add appear on every screen that shows the album, and everyone can download the shared files.</p>'),
  ('What does a family get?', '<p>With the Family Plan: up to five people beside you, and albums, playlists and devices that everybody in the family shares under your plan. What members keep in their own accounts stays theirs alone.</p>',
    'What does a family get?',
    '<p>The Family Plan includes up to five members besides you. Everyone shares the family’s albums, playlists and devices under your plan. Content in members’ own accounts stays private.</p>'),
  ('What is free?', '<p>The first 30 days: 5 GB, 10 playlists, 20 albums and one device. No card required.</p>',
    'What is free?',
    '<p>Your first 30 days are free, with 5 GB of storage, 10 playlists, 20 albums and 1 device. No card required.</p>'),
  ('What happens when my plan ends?', '<p>New uploads and new devices wait until you renew it. Existing content is never hidden, stopped or deleted.</p>',
    'What happens when my plan ends?',
    '<p>You can’t upload files or add devices until you renew it. Existing content is never hidden, stopped or deleted.</p>'),
  ('Can I leave, with everything?', '<p>Yes. Download your originals, export your data from your profile, and delete the account there. You don’t need to ask anyone.</p>',
    'Can I take my data with me?',
    '<p>Yes. Download your originals, export your data and delete your account in your profile at any time.</p>'),
  ('Can I run it myself?', '<p>Yes. It is free software under the MIT licence and starts with one command on a laptop or a server.</p>',
    'Can I host it myself?',
    '<p>Yes. It’s free software under the MIT License and starts with one command on a laptop or a server.</p>')
) as wording (question, answer, new_question, new_answer)
where faqs.question = wording.question and faqs.answer = wording.answer;

update faq_categories
set name = wording.new_name, version = version + 1, updated_at = now()
from (values ('First steps', 'Getting started'), ('Pictures and videos', 'Photos and videos')) as wording (name, new_name)
where faq_categories.name = wording.name and faq_categories.version = 1
  and not exists (select from faq_categories other where lower(other.name) = lower(wording.new_name));

update plans
set description = wording.new_description
from (values
  ('Free', 'To try it: thirty days for the first screen.', 'Try it free for 30 days with one screen.'),
  ('Single User', 'For one person with up to five screens.', 'For one person with up to 5 screens.'),
  ('Family Plan', 'One wall for the whole family: its owner and five members.', 'For the whole family: you and up to five members.'),
  ('Viewer', 'To show what hosts and advertisers publish.', 'For showing content from hosts and advertisers.'),
  ('Advertiser', 'To publish on the screens of others.', 'For publishing on other people’s screens.'),
  ('Host', 'To run screens in many places.', 'For running screens in many places.')
) as wording (name, description, new_description)
where plans.name = wording.name and plans.description = wording.description;

update plans
set features = replace(features::text, 'Share as many groups as you like', 'Unlimited sharing groups')::jsonb
where name = 'Enterprise Plan' and features::text like '%"Share as many groups as you like"%';

update poster_values
set description = wording.new_description
from (values
  ('Portrait', 'Higher than wide', 'Taller than wide'),
  ('Landscape', 'Wider than high', 'Wider than tall'),
  ('Satin', '200 g/m², a little shine', '200 g/m², slightly glossy'),
  ('Matte', '230 g/m², no reflections', '230 g/m², non-reflective'),
  ('Gloss film', 'Deep colours, wipes clean', 'Deep colors, wipes clean')
) as wording (name, description, new_description)
where poster_values.name = wording.name and poster_values.description = wording.description;

update order_statuses
set description = wording.new_description
from (values
  ('Order created', 'New, nothing was done yet', 'New order'),
  ('Completed', 'Nothing is left to do', 'Order completed'),
  ('Pending', 'The bank has not said yet', 'Waiting for the payment provider')
) as wording (name, description, new_description)
where order_statuses.name = wording.name and order_statuses.description = wording.description;
