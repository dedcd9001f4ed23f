"""Many tables in one program: `kamisado play --tables`."""
