"""Questions over HTTP that read the journal, answered in processes of their own."""
