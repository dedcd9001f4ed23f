/* Writes to the flash, by the boot ROM's functions (RP2040 data sheet, 2.8.3). */
#include "rp2040.h"

#define CODE(a, b) ((a) | (b) << 8)
#define IN_RAM __attribute__((section(".data.ram"), noinline, long_call))
#define PAGE 256
#define BLOCK_BYTES 65536
#define BLOCK_ERASE 0xd8

typedef void *(*lookup_t)(uint16_t *table, uint32_t code);
typedef void (*action_t)(void);
typedef void (*erase_t)(uint32_t offset, size_t count, uint32_t block, uint8_t command);
typedef void (*program_t)(uint32_t offset, const uint8_t *data, size_t count);

/* Stay in RAM: while the flash is written nothing can be read from it. */
static IN_RAM void write(uint32_t offset, const uint8_t *page) {
    lookup_t lookup = (lookup_t)(uintptr_t) * (volatile uint16_t *)0x18;
    uint16_t *table = (uint16_t *)(uintptr_t) * (volatile uint16_t *)0x14;
    action_t connect = (action_t)lookup(table, CODE('I', 'F'));
    action_t leave_xip = (action_t)lookup(table, CODE('E', 'X'));
    action_t flush = (action_t)lookup(table, CODE('F', 'C'));
    action_t enter_xip = (action_t)lookup(table, CODE('C', 'X'));
    erase_t erase = (erase_t)lookup(table, CODE('R', 'E'));
    program_t program = (program_t)lookup(table, CODE('R', 'P'));
    connect();
    leave_xip();
    if (page) {
        program(offset, page, PAGE);
    } else {
        erase(offset, NVM_BYTES, BLOCK_BYTES, BLOCK_ERASE);
    }
    flush();
    enter_xip();
}

void flash_erase(void) { write(NVM & 0xffffff, NULL); }

void flash_program(uint32_t offset, const uint8_t *page) { write((NVM & 0xffffff) + offset, page); }
