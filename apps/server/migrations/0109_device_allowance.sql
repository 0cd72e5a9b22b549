-- Devices that an administrator allows an account, instead of the number of its plan. Null: the number of the plan.
alter table users add column device_allowance integer check (device_allowance between 0 and 100000);
