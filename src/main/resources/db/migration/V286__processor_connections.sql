-- Sellers connect their accounts over the API. The policy of the table limits them to their own.
GRANT INSERT, UPDATE, DELETE ON processor_account TO tollgate_writer;
