-- By which version of our work what is made of an original was made, so that it can be made again when the work gets better.
alter table files add column recipe smallint not null default 1 check (recipe > 0);
create index files_recipe on files (recipe, id) where role = 'display';
