-- SHA-256 of what a manifest says, its number left out: whether a new one would say the same is known without reading the old.
alter table manifests add column digest bytea;

-- Its rows are written whenever a screen comes, goes or shows something else: room beside them keeps that out of the indexes.
alter table screens set (fillfactor = 70);
